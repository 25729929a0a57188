/** The nonce that the server wrote into this page; styles made at run time must carry it. */
export function cspNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}
