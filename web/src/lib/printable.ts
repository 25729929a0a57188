/**
 * The characters that invoices can print, as a class of regular expressions: those of the fonts of
 * the documents (crates/domain/src/printable.rs).
 */
const PRINTED = [
  String.raw`\u0020-\u007e\u00a0-\u00ac\u00ae-\u0148\u014a-\u017f\u018f\u0192`,
  String.raw`\u01a0-\u01a1\u01af-\u01b0\u01cd-\u01dc\u01e6-\u01e7\u01fa-\u01ff`,
  String.raw`\u0218-\u021b\u0259\u0300-\u0304\u0306-\u030a\u030c\u0323\u0327-\u0328`,
  String.raw`\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce\u0400-\u045f\u0490-\u0491`,
  String.raw`\u1e80-\u1e85\u1e9e\u1ea0-\u1ef9\u2002-\u200b\u2010-\u2015\u2018-\u201e`,
  String.raw`\u2020-\u2022\u2026\u202f-\u2030\u2032-\u2033\u2039-\u203a\u2044\u2070`,
  String.raw`\u2074-\u2079\u2080-\u2089\u20ac\u2116\u2122\u2126\u2153-\u2154\u215b-\u215e`,
  String.raw`\u2190-\u2193\u2212\u2248\u2260\u2264-\u2265\u25a1\u25cf\u2605\u2713`,
];

/** Spaces and line breaks, and what steers other characters and shows nothing itself. */
const SHOWS_NOTHING = [
  String.raw`\p{Cc}\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff`,
  String.raw`\ufff0-\ufffb\u{e0000}-\u{e0fff}`,
];

const UNPRINTABLE = new RegExp(`[^${PRINTED.join('')}${SHOWS_NOTHING.join('')}]`, 'gu');
const MOST_NAMED = 10;

/** The characters of a text that would print as a box, each once; the first of them if there are many. */
export function unprintableIn(text: string): string {
  return [...new Set(text.match(UNPRINTABLE))].slice(0, MOST_NAMED).join(' ');
}
