type RawSearch = Record<string, unknown>;

/** Reads one search parameter; undefined when it is missing or not understood. */
type Reader<Value> = (value: unknown) => Value | undefined;

type SearchOf<Readers extends Record<string, Reader<unknown>>> = {
  [Name in keyof Readers]?: ReturnType<Readers[Name]>;
};

/**
 * Reads the search parameters of a page, each by its own reader. A parameter that is not understood
 * becomes undefined and leaves the address; those that the page does not know stay in it.
 */
export function searchReader<Readers extends Record<string, Reader<unknown>>>(readers: Readers) {
  return (raw: RawSearch): SearchOf<Readers> =>
    Object.fromEntries(
      Object.entries(readers).map(([name, read]) => [name, read(raw[name])]),
    ) as SearchOf<Readers>;
}

/** Any text but the empty one, as it is written. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The text of a search box. */
export function searchWords(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** One of the choices. The first is the default, so it is left out of the address. */
export function choice<const Choice extends string>(
  choices: readonly [Choice, ...Choice[]],
): Reader<Choice> {
  return (value) => choices.slice(1).find((one) => one === value);
}

/** One of the values, without a default. */
export function oneOf<const Value extends string>(...values: readonly Value[]): Reader<Value> {
  return (value) => values.find((one) => one === value);
}

/** A period as it is written in an address: 2026-11, 2026-q4 or 2026. `lib/period.ts` interprets it. */
export const PERIOD = /^(\d{4})(?:-q([1-4])|-(0[1-9]|1[0-2]))?$/;

export const readPeriodSearch = searchReader({
  period: (value) => (typeof value === 'string' && PERIOD.test(value) ? value : undefined),
});

/** What the bank, or a link in a mail, put into the address. The server checks it. */
export const readBankAnswer = searchReader({ code: text, state: text, error: text, token: text });

/** Why a flow ended, as a key of the error texts. An unknown key gets the general text. */
export const readReason = searchReader({ reason: text });

/** A token of a mail, and what the mail is about: an invoice, a share of one, or a page. */
export const readTokenLogin = searchReader({
  token: text,
  id: text,
  share: text,
  open: oneOf('salaries', 'account'),
});

export const readId = searchReader({ id: text });
