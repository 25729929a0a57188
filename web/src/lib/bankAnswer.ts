type RawSearch = Record<string, unknown>;

interface BankSearch {
  code?: string;
  state?: string;
  error?: string;
  /** Of a link in a mail. */
  token?: string;
}

/** What a bank, or a mail, put into the address. The server judges it. */
export function readBankAnswer(raw: RawSearch): BankSearch {
  const text = (name: keyof BankSearch) => {
    const value = raw[name];
    return typeof value === 'string' && value !== '' ? { [name]: value } : {};
  };
  return { ...text('code'), ...text('state'), ...text('error'), ...text('token') };
}

/** Why a flow ended, as a key of the catalogue. A key that nobody knows gets the common text. */
export function readReason({ reason }: RawSearch): { reason?: string } {
  return typeof reason === 'string' && reason !== '' ? { reason } : {};
}

/** A token of a mail, and what the mail is about: an invoice, or the pay slips. */
export function readTokenLogin({ token, id, open }: RawSearch): {
  token?: string;
  id?: string;
  open?: 'salaries';
} {
  return {
    ...(typeof token === 'string' && token !== '' && { token }),
    ...(typeof id === 'string' && id !== '' && { id }),
    ...(open === 'salaries' && { open }),
  };
}
