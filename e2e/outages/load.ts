import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { password } from '../support/people.ts';
import { pdfOf } from '../support/pdf.ts';

export const kinds = ['read', 'write', 'upload', 'download'] as const;

export type Kind = (typeof kinds)[number];

export interface Answer {
  kind: Kind;
  /** 0 where the connection ended without an answer. */
  status: number;
  seconds: number;
}

/** Somebody who uses the service all the time: reads, writes, uploads and downloads, each several times a second. */
export class Load {
  readonly #url: string;
  readonly #headers: Record<string, string>;
  readonly #person: string;
  readonly #row: string;
  readonly #receipt: string;
  /** The drafts that the server said it has made. */
  readonly made: string[] = [];

  private constructor(
    url: string,
    headers: Record<string, string>,
    person: string,
    row: string,
    receipt: string,
  ) {
    [this.#url, this.#headers, this.#person] = [url, headers, person];
    [this.#row, this.#receipt] = [row, receipt];
  }

  static async of(url: string, name: string): Promise<Load> {
    const { id, headers } = await signIn(url, name);
    const bill = await ask<{ id: string; billableitems: { id: string }[] }>(
      url,
      headers,
      'POST',
      `/api/person/${id}/bills`,
      { billableitems: [{ type: 'CONTRACT', destination: 'Kuitti', alvPrice: 0, othercost: 10 }] },
    );
    const row = bill.billableitems[0]?.id ?? '';
    const receipt = await fetch(`${url}/api/billableitem/${row}/receipt`, upload(headers));
    if (!receipt.ok) throw new Error(`No receipt: ${receipt.status} ${await receipt.text()}`);
    const { id: receiptId } = (await receipt.json()) as { id: string };
    return new Load(url, headers, id, row, receiptId);
  }

  /** Uses the service while something happens, and for a moment longer. Answers what was answered. */
  async during(happens: () => Promise<void>): Promise<Answer[]> {
    const answers: Answer[] = [];
    let goOn = true;
    const again = async (kind: Kind, pause: number) => {
      // oxlint-disable no-await-in-loop -- one request after the other, as a person does
      while (goOn) {
        answers.push(await this.#one(kind));
        await wait(pause);
      }
    };
    const users = [
      again('read', 50),
      again('write', 100),
      again('upload', 500),
      again('download', 200),
    ];
    await wait(1000);
    await happens();
    await wait(2000);
    goOn = false;
    await Promise.all(users);
    return answers;
  }

  /** The drafts that were acknowledged and cannot be read any more. */
  async lost(): Promise<string[]> {
    const lost: string[] = [];
    // oxlint-disable no-await-in-loop -- hundreds at once would be a load of their own
    for (const id of this.made) {
      const route = `${this.#url}/api/person/${this.#person}/bills/${id}`;
      const answer = await fetch(route, { headers: this.#headers });
      await answer.text();
      if (answer.status !== 200) lost.push(id);
    }
    return lost;
  }

  async #one(kind: Kind): Promise<Answer> {
    const began = performance.now();
    const answer = await this.#send(kind).catch(() => null);
    const body = await answer?.text().catch(() => null);
    const status = body === null || body === undefined ? 0 : (answer?.status ?? 0);
    if (answer?.ok && body && kind === 'write') this.made.push(idIn(body));
    if (answer?.ok && body && kind === 'upload') await this.#remove(idIn(body));
    return { kind, status, seconds: (performance.now() - began) / 1000 };
  }

  /** A row holds a few receipts only. */
  async #remove(receipt: string): Promise<void> {
    const route = `${this.#url}/api/billableitem/receipt/${receipt}`;
    await fetch(route, { method: 'DELETE', headers: this.#headers }).catch(() => null);
  }

  #send(kind: Kind): Promise<Response> {
    const headers = this.#headers;
    const signal = AbortSignal.timeout(120_000);
    switch (kind) {
      case 'read':
        return fetch(`${this.#url}/api/person/${this.#person}/archive`, { headers, signal });
      case 'write':
        return fetch(`${this.#url}/api/person/${this.#person}/bills`, {
          method: 'POST',
          signal,
          body: '{}',
          headers: {
            ...headers,
            'content-type': 'application/json',
            'idempotency-key': randomUUID(),
          },
        });
      case 'upload':
        return fetch(`${this.#url}/api/billableitem/${this.#row}/receipt`, {
          ...upload(headers),
          signal,
        });
      case 'download':
        return fetch(`${this.#url}/api/billableitem/receipt/${this.#receipt}`, { headers, signal });
    }
  }
}

const idIn = (body: string) => (JSON.parse(body) as { id: string }).id;

function upload(headers: Record<string, string>): RequestInit {
  const body = new FormData();
  body.append(
    'file',
    new Blob([new Uint8Array(pdfOf('outage'))], { type: 'application/pdf' }),
    'kuitti.pdf',
  );
  return { method: 'POST', headers, body };
}

/** What somebody who registers fills in. */
export function registration(email: string) {
  const home = { address: 'Kotikatu 1', postalcode: '33100' };
  return { ...home, email, phone: '040 123 4567', password: 'sininen villapaita', language: 'fi' };
}

export async function signIn(url: string, name: string) {
  const answer = await ask<{ id: string; authtoken: string }>(url, {}, 'POST', '/api/login', {
    username: `${name}@liksa.example`,
    password,
  });
  return { id: answer.id, headers: { authtoken: answer.authtoken } };
}

/** A day as the API takes it. */
export const dateOf = (time: number) =>
  new Intl.DateTimeFormat('fi-FI', {
    timeZone: 'Europe/Helsinki',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  }).format(time);

/** An answer that is no success. */
class Refused extends Error {
  readonly status: number;

  constructor(what: string, status: number, body: string) {
    super(`${what}: ${status} ${body}`);
    this.status = status;
  }
}

/** Whether it is a pause, as the app takes it: nobody answers, or a proxy or a server that has nobody to ask. */
export function isPause(error: unknown): boolean {
  if (error instanceof Refused) return [502, 503, 504].includes(error.status);
  return error instanceof TypeError && error.message === 'fetch failed';
}

export async function ask<T>(
  url: string,
  headers: Record<string, string>,
  method: string,
  route: string,
  body?: object,
): Promise<T> {
  const answer = await fetch(url + route, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Refused(`${method} ${route}`, answer.status, await answer.text());
  return (await answer.json()) as T;
}
