type Texts = Readonly<Record<string, string>>;

/** The fields that no longer stand as before. */
export function changed<Fields extends Texts>(before: Fields, now: Fields): Partial<Fields> {
  const entries = Object.entries(now).filter(([name, text]) => before[name] !== text);
  return Object.fromEntries(entries) as Partial<Fields>;
}

export function isChanged(before: Texts, now: Texts): boolean {
  return Object.keys(changed(before, now)).length > 0;
}

/** The fields that were changed here and elsewhere, each to something else. */
export function clashing<Fields extends Texts>(
  began: Fields,
  here: Fields,
  elsewhere: Fields,
): (keyof Fields & string)[] {
  const theirs = changed(began, elsewhere);
  return Object.keys(changed(began, here)).filter(
    (name) => theirs[name] !== undefined && theirs[name] !== here[name],
  );
}
