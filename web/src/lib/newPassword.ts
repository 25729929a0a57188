const SHORTEST = 6;

/** The server counts code points, so that is what counts here. */
export function signsOf(text: string): string[] {
  return Array.from(text);
}

export function isTooShort(password: string): boolean {
  return signsOf(password).length < SHORTEST;
}

/** The key of what is wrong with a new password. Weak ones are told of, but not refused. */
export function newPasswordProblem(password: string): string | undefined {
  if (password === '') return 'validation.required';
  return isTooShort(password) ? 'validation.passwordMustBe6Characters' : undefined;
}
