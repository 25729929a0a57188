/** The parts of the page. */
export const PARTS = ['bills', 'letters', 'sent'] as const;

export type Part = (typeof PARTS)[number];

/** Which part is shown; the first when the address says nothing that is understood. */
export function readOverdueSearch({ part }: Record<string, unknown>): { part?: Part } {
  const known = PARTS.find((one) => one === part);
  return known === undefined || known === PARTS[0] ? {} : { part: known };
}
