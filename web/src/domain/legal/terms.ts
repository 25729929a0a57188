import { m } from '@/paraglide/messages';
import type { LegalSection } from './LegalText';

/** The terms of use. The server names their version: a change of the text changes it there too. */
export function terms(): LegalSection[] {
  return [
    {
      title: m.legal_terms_who_title(),
      paragraphs: [m.legal_terms_who_1(), m.legal_terms_who_2()],
    },
    { title: m.legal_terms_trial_title(), paragraphs: [m.legal_terms_trial_1()] },
    {
      title: m.legal_terms_billing_title(),
      paragraphs: [m.legal_terms_billing_1(), m.legal_terms_billing_2()],
    },
    { title: m.legal_terms_payday_title(), paragraphs: [m.legal_terms_payday_1()] },
    { title: m.legal_terms_fee_title(), paragraphs: [m.legal_terms_fee_1()] },
    { title: m.legal_terms_sick_title(), paragraphs: [m.legal_terms_sick_1()] },
    { title: m.legal_terms_shifts_title(), paragraphs: [m.legal_terms_shifts_1()] },
    { title: m.legal_terms_data_title(), paragraphs: [m.legal_terms_data_1()] },
    { title: m.legal_terms_end_title(), paragraphs: [m.legal_terms_end_1()] },
    { title: m.legal_terms_change_title(), paragraphs: [m.legal_terms_change_1()] },
  ];
}
