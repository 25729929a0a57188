import { getLocale, type Locale } from '@/paraglide/runtime';

type Value = `${number}`;

/** The languages' ways to write numbers, chosen once for screens and paper: 1 925,00 € and €1,925.00. */
const TAGS: Readonly<Record<Locale, string>> = { fi: 'fi-FI', en: 'en-GB' };

/** Writes numbers with these options in the language of now. The minus is U+2212 in both, as on paper. */
export function numberWriter(options: Intl.NumberFormatOptions): (value: Value) => string {
  // Made when first needed: each takes a phone some milliseconds.
  const formats: Partial<Record<Locale, Intl.NumberFormat>> = {};
  return (value) => {
    const language = getLocale();
    const format = (formats[language] ??= new Intl.NumberFormat(TAGS[language], options));
    return format.format(value).replace('-', '\u2212');
  };
}
