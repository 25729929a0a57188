/** Whether a text has the shape of an e-mail address; whether there is a mailbox, the mail shows. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}
