import { m } from '@/paraglide/messages';

interface TopicWords {
  readonly title: () => string;
  /** The matter in one sentence. */
  readonly hint: () => string;
}

/** What is explained on a page of its own, by the word in its address. */
export const HELP_TOPICS = {
  'tax-card': { title: m.help_tax_card, hint: m.help_tax_card_hint },
  tyel: { title: m.help_tyel, hint: m.help_tyel_hint },
  yel: { title: m.help_yel, hint: m.help_yel_hint },
  'vat-rate': { title: m.help_vat_rate, hint: m.help_vat_rate_hint },
  'reverse-vat': { title: m.help_reverse_vat, hint: m.help_reverse_vat_hint },
  'e-invoice': { title: m.help_e_invoice, hint: m.help_e_invoice_hint },
  advance: { title: m.help_advance, hint: m.help_advance_hint },
} as const satisfies Record<string, TopicWords>;

export type HelpTopic = keyof typeof HELP_TOPICS;

export const TOPIC_NAMES = Object.keys(HELP_TOPICS) as readonly HelpTopic[];
