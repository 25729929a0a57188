import { m } from '@/paraglide/messages';

/** Why a bill may have no VAT, by the code of the reason. */
export const ZERO_REASONS: Readonly<Record<string, () => string>> = {
  1: m.invoice_vat_zero_performance,
  2: m.invoice_vat_zero_copyright,
  3: m.invoice_vat_zero_eu,
  4: m.invoice_vat_zero_real_estate,
  5: m.invoice_vat_zero_berries,
  6: m.invoice_vat_zero_early_education,
  7: m.invoice_vat_zero_education,
  8: m.invoice_vat_zero_insurance,
  9: m.invoice_vat_zero_social,
  10: m.invoice_vat_zero_voluntary,
};

export function zeroReasonText(code: string): string {
  return ZERO_REASONS[code]?.() ?? '';
}
