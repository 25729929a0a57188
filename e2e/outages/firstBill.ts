import { identify, type Identity } from '../support/broker.ts';
import { ask, dateOf, Refused, registration } from './load.ts';

/** What docs/OPERATIONS.md has people do in the browser before the first bill. */

interface Account {
  id: string;
  authtoken: string;
}

/** What comes back from the bank. */
interface Visit {
  finish: () => Promise<void>;
  accept: () => Promise<void>;
}

/** Fills in the form of a registration and is identified. What follows is left to the caller. */
export async function visitBank(url: string, email: string, as: Identity): Promise<Visit> {
  const cookies = new Map<string, string>();
  const send = async (method: string, route: string, body: object) => {
    const answer = await fetch(url + route, {
      method,
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Refused(route, answer.status, await answer.text());
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
      cookies.set(name, value);
    }
    return (await answer.json()) as { endpointUrl: string; request: string };
  };
  const started = await send('POST', '/api/registration/start', registration(email));
  const back = await identify(`${started.endpointUrl}?${started.request}`, as);
  const brought = Object.fromEntries(back.searchParams);
  return {
    finish: async () => void (await send('PUT', '/api/registration/oidc/finish', brought)),
    accept: async () => void (await send('PUT', '/api/registration/confirm', { user: { email } })),
  };
}

/** Registers as everybody does: form, bank, terms. */
export async function register(url: string, email: string, as: Identity): Promise<void> {
  const visit = await visitBank(url, email, as);
  await visit.finish();
  await visit.accept();
}

/** Somebody who is signed in, and what they ask of the server. */
async function signIn(url: string, email: string) {
  const { id, authtoken } = await ask<Account>(url, {}, 'POST', '/api/login', {
    username: email,
    password: registration(email).password,
  });
  const call = <T>(method: string, route: string, body?: object) =>
    ask<T>(url, { authtoken }, method, route, body);
  return { id, call };
}

function require(holds: boolean, what: string): void {
  if (!holds) throw new Error(`Not so: ${what}`);
}

const staff = [
  { as: 'kaisa', email: 'kaisa@provider.example', role: 'ROLE_CLERK' },
  { as: 'paula', email: 'paula@provider.example', role: 'ROLE_PAYROLL' },
  { as: 'pekka', email: 'pekka@provider.example', role: 'ROLE_PAYROLL' },
] as const;

/** The administrator gives roles and makes the settings, which the dashboard asks for until then. */
export async function setUp(url: string, administrator: string): Promise<void> {
  for (const { as, email } of staff) await register(url, email, as);
  const admin = await signIn(url, administrator);
  for (const { email, role } of staff) {
    const { id } = await signIn(url, email);
    await admin.call('PUT', `/api/provider/people/${id}/roles`, { roles: [role] });
  }
  const settingsMissing = async () => {
    const path = '/api/provider/dashboard';
    return (await admin.call<{ settingsMissing: boolean }>('GET', path)).settingsMissing;
  };
  require(await settingsMissing(), 'the dashboard says that the settings are missing');
  const path = '/api/provider/settings';
  const { current } = await admin.call<{ current: object }>('GET', path);
  await admin.call('POST', path, {
    validFrom: dateOf(Date.now()),
    settings: { ...current, name: 'Palkka Oy' },
  });
  require(!(await settingsMissing()), 'the dashboard asks for nothing more');
  const check = await admin.call<{ findings: { problems: object[] }[] }>(
    'GET',
    '/api/provider/check',
  );
  require(check.findings.every(({ problems }) => problems.length === 0), 'the data is sound');
}

/** The first bill is written, checked and sent: whatever it needs is there. */
export async function sendFirstBill(url: string, worker: string): Promise<void> {
  const author = await signIn(url, worker);
  const customer = await author.call<{ id: string }>('POST', '/api/sharedcustomers', {
    partyRole: 'COMPANY',
    name: 'Revontuli Viestintä Oy',
    businessid: '9341672-5',
    sendBillMethod: 'EMAIL',
    email: 'laskut@revontuliviestinta.example',
    phonenumber: '09 555 0100',
    termofpayment: 14,
    address: 'Lapinlahdenkatu 16',
    postalcode: '00180',
    city: 'Helsinki',
  });
  const bills = `/api/person/${author.id}/bills`;
  const draft = await author.call<{ id: string }>('POST', bills, {
    language: 'fin',
    billingdate: dateOf(Date.now()),
    sharedCustomer: { id: customer.id },
    alv: 25.5,
    billableitems: [
      {
        type: 'CONTRACT',
        date: dateOf(Date.now()),
        alv: 25.5,
        destination: 'Kirjan kansi',
        alvPrice: 1000,
      },
    ],
  });
  const stored = await author.call<object>('GET', `${bills}/${draft.id}`);
  const sent = { ...stored, sharedCustomer: { id: customer.id }, state: 'PENDING' };
  await author.call('PUT', `${bills}/${draft.id}`, sent);

  const clerk = await signIn(url, staff[0].email);
  for (const verb of ['take', 'approve', 'send']) {
    await clerk.call('PUT', `/api/provider/bills/${draft.id}/${verb}`, {});
  }
}

/** The mail with the first bill has left. */
export async function firstBillLeft(url: string): Promise<boolean> {
  const clerk = await signIn(url, staff[0].email);
  const { deliveries } = await clerk.call<{ deliveries: { state: string }[] }>(
    'GET',
    '/api/provider/deliveries?state=SENT',
  );
  return deliveries.some(({ state }) => state === 'SENT');
}
