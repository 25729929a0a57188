const SHORTEST = 6;

/** The server counts code points, so that is what counts here. */
export function signsOf(text: string): string[] {
  return Array.from(text);
}

export function isTooShort(password: string): boolean {
  return signsOf(password).length < SHORTEST;
}

/** The error key of a new password. Weak ones get a warning, no error. */
export function newPasswordProblem(password: string): string | undefined {
  if (password === '') return 'validation.required';
  return isTooShort(password) ? 'validation.passwordMustBe6Characters' : undefined;
}
