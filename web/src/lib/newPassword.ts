const SHORTEST = 6;

/** The key of what is wrong with a new password. Weak ones are told of, but not refused. */
export function newPasswordProblem(password: string): string | undefined {
  if (password === '') return 'validation.required';
  return [...password].length < SHORTEST ? 'validation.passwordMustBe6Characters' : undefined;
}
