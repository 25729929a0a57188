/** Where a bank identifies the user, with the request that the server made for it. */
interface BankVisit {
  readonly endpointUrl: string;
  readonly request: string;
}

export function bankAddress({ endpointUrl, request }: BankVisit): string {
  return `${endpointUrl}?${request}`;
}
