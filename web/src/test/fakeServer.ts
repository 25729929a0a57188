import { vi } from 'vitest';
import type { DemoLogin } from '@/api/app';
import type { User } from '@/api/session';

type Answer = (request: Request) => Response | Promise<Response>;

export const worker: User = {
  id: '0193a000-0000-7000-8000-000000000001',
  username: 'worker@liksa.example',
  email: 'worker@liksa.example',
  firstName: 'Aino',
  lastName: 'Virtanen',
  fullName: 'Aino Virtanen',
  language: 'fi',
  role: 'ROLE_USER',
  roles: ['ROLE_USER'],
  strongIdentified: true,
  personSettings: { workerType: 'ENTREPRENEUR' },
};

const demoLogins: DemoLogin[] = [{ email: 'worker@liksa.example', kind: 'worker' }];

export function json(status: number, body: unknown, headers: Record<string, string> = {}) {
  return Response.json(body, { status, headers });
}

export function problem(status: number, errorKey: string, headers: Record<string, string> = {}) {
  return json(status, { errorKey, message: errorKey, fields: [] }, headers);
}

/**
 * Answers the app's requests in place of the server. Calls that a test does not mention are answered
 * as by a server in demo mode, to a visitor.
 */
export function fakeServer(answers: Record<string, Answer> = {}) {
  const all: Record<string, Answer> = {
    'GET /api/app': () =>
      json(200, {
        version: '0.1.0',
        demo: true,
        today: '2026-11-16',
        aboutUrl: 'https://provider.example/about',
        demoBank: true,
        termsVersion: '2026-11-01',
        pixelId: null,
        providerName: 'Liksa Oy',
        providerInvoicing: {
          businessId: '1234567-1',
          street: 'Kauppakatu 1',
          postalCode: '00100',
          city: 'Helsinki',
          eInvoiceAddress: '003712345671',
          eInvoiceOperator: '003721291126',
        },
        providerEmail: 'laskutus@liksa.example',
        providerPhone: '09 123 4567',
        frontPage: 'login',
        servicePercent: 0.069,
        serviceFeeMaximumPerMonth: 500,
        demoLogins,
      }),
    'GET /api/session': () => json(200, { user: null }),
    'GET /readyz': () => new Response('ok'),
    ...answers,
  };
  const requests: { call: string; body: string }[] = [];
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const request =
      input instanceof Request
        ? new Request(new URL(input.url, location.href), {
            method: input.method,
            headers: input.headers,
            body: (await input.text()) || null,
          })
        : // Without the signal: that of jsdom is none to the requests of Node.
          new Request(new URL(input, location.href), { ...init, signal: null });
    const call = `${request.method} ${new URL(request.url).pathname}`;
    requests.push({ call, body: await request.clone().text() });
    return all[call]?.(request) ?? problem(404, 'NOT_FOUND');
  });
  return {
    answers: all,
    /** The bodies of the requests of one kind, such as `POST /api/login`. */
    sent: (call: string) => requests.filter((one) => one.call === call).map(({ body }) => body),
  };
}
