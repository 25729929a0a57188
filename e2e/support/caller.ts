import { password } from './people.ts';
import type { Server } from './server.ts';

/** Calls in the name of one of the demo people, without a browser. */
export async function callAs(server: Server, name: string) {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  const ask = async (method: string, route: string, body?: object): Promise<Response> => {
    const content = body && { body: JSON.stringify(body) };
    const answer = await fetch(server.url + route, { method, headers, ...content });
    if (!answer.ok) throw new Error(`${method} ${route}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const call = async <T>(method: string, route: string, body?: object): Promise<T> =>
    (await (await ask(method, route, body)).json()) as T;
  const username = `${name}@liksa.example`;
  const person = await call<{ id: string; authtoken: string }>('POST', '/api/login', {
    username,
    password,
  });
  headers['authtoken'] = person.authtoken;
  return {
    call,
    /** For answers that say nothing. */
    send: ask,
    text: async (route: string) => (await ask('GET', route)).text(),
    /** What every call carries, for those made in another way. */
    headers: { authtoken: person.authtoken },
    /** Where what is the person's own is found. */
    home: `/api/person/${person.id}`,
  };
}

export type Caller = Awaited<ReturnType<typeof callAs>>;
