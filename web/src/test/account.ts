import { screen, within } from '@testing-library/react';
import { vi } from 'vitest';
import type { OwnSession } from '@/api/account';
import type { Place } from '@/api/addresses';
import type { OwnTaxCard, Profile } from '@/api/profile';
import type { AccountTab } from '@/features/account/search';
import { fakeServer, json, worker } from './fakeServer';
import { openApp } from './openApp';

export const SAVE_CALL = 'PUT /api/person';
const PLACES_PATH = `/api/person/${worker.id}/places`;
export const PLACES_CALL = `GET ${PLACES_PATH}`;

export const PROFILE: Profile = {
  ...worker,
  emailConfirmed: true,
  version: 3,
  phone: '040 1234567',
  marketingname: '',
  address: 'Kotikatu 1',
  postalcode: '00100',
  city: 'Helsinki',
  country: 'FIN',
  professionCode: null,
  iban: null,
  bic: null,
  personalId: '010190-****',
  hasPicture: false,
  deletionRequestedAt: null,
  notifications: { billApproved: true, billReturned: true, billPaid: true, salaryPaid: true },
  personSettings: {
    workerType: 'ENTREPRENEUR',
    taxpercent: null,
    taxCard: false,
    primaryWork: '',
    disableAddressSearch: false,
    yelInsured: true,
    payYelThroughService: false,
  },
  newestTaxCard: null,
};

/** As it stands once it was sent. */
export const SENT_CARD: OwnTaxCard = {
  id: '0193a000-0000-7000-8000-0000000000b1',
  state: 'WAITING',
  terms: null,
  hasFile: true,
  sentAt: '2026-11-16T06:30:00Z',
  handledAt: null,
  fileName: 'Verokortti 2026.pdf',
};

export const HERE: OwnSession = {
  id: '0193a000-0000-7000-8000-0000000000a1',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  createdAt: '2026-11-16T06:00:00Z',
  lastSeenAt: '2026-11-16T07:30:00Z',
  current: true,
};

export const PHONE: OwnSession = {
  ...HERE,
  id: '0193a000-0000-7000-8000-0000000000a2',
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1',
  current: false,
};

type Change = Partial<Profile> & { password?: string; currentPassword?: string };

/** A server that keeps one account, as it begins with the differences given. */
export function fakeAccount(differences: Partial<Profile> = {}) {
  let profile: Profile = { ...PROFILE, ...differences };
  let places: Place[] = [];
  const server = fakeServer({
    'GET /api/session': () => json(200, { user: worker }),
    'GET /api/person': () => json(200, profile),
    [SAVE_CALL]: async (request) => {
      const change = (await request.json()) as Change;
      if (change.version !== undefined && change.version !== profile.version) {
        return json(409, { errorKey: 'STALE_PERSON', message: 'stale', fields: [] });
      }
      const { personSettings, notifications, password: _, currentPassword: __, ...others } = change;
      profile = {
        ...profile,
        ...others,
        personSettings: { ...profile.personSettings, ...personSettings },
        notifications: { ...profile.notifications, ...notifications },
        version: profile.version + 1,
      };
      return json(200, profile);
    },
    'GET /api/person/sessions': () => json(200, [HERE, PHONE]),
    [PLACES_CALL]: () => json(200, { places }),
    [`POST ${PLACES_PATH}`]: async (request) => {
      const body = (await request.json()) as { name: string; address: string };
      const place = { kind: 'OWN' as const, id: `place-${places.length}`, ...body };
      places = [...places, place];
      return json(200, place);
    },
    'GET /api/professions': () =>
      json(200, [{ code: '2652', nameFi: 'Muusikko', nameEn: 'Musician' }]),
    'GET /api/customers/options': () =>
      json(200, {
        operators: [],
        countries: [{ alpha2: 'FI', alpha3: 'FIN', name_fi: 'Suomi', name_en: 'Finland' }],
      }),
    'POST /api/person/email': () => new Response(null, { status: 204 }),
    'POST /api/person/deletion-request': () => {
      profile = { ...profile, deletionRequestedAt: '2026-11-16T08:00:00Z' };
      return new Response(null, { status: 204 });
    },
    'DELETE /api/person/deletion-request': () => {
      profile = { ...profile, deletionRequestedAt: null };
      return new Response(null, { status: 204 });
    },
  });
  return {
    ...server,
    savePlaces: (kept: Place[]) => {
      places = kept;
    },
    /** What another device saves in the meantime. */
    saveElsewhere: (change: Partial<Profile>) => {
      profile = { ...profile, ...change, version: profile.version + 1 };
    },
    /** The changes that were sent, without the version they were made on. */
    saves: () =>
      server.sent(SAVE_CALL).map((body) => {
        const { version: _, ...change } = JSON.parse(body) as Change;
        return change;
      }),
  };
}

export async function openAccount(tab: AccountTab = 'money') {
  const { user, router } = openApp(`/account?tab=${tab}`);
  await screen.findByRole('tablist', { name: 'Omien tietojen osat' });
  return { user, router };
}

/** A section of the page, by its title. */
export const section = (name: string) => within(screen.getByRole('region', { name }));

interface Uploaded {
  readonly method: string;
  readonly address: string;
  readonly file: File;
  /** The key under which it may be sent again. */
  readonly key: string | undefined;
}

/**
 * Takes the place of the browser's way to send files: jsdom's own would go out to the network. The
 * answer is given to each file in turn, after half of it has gone.
 */
export function fakeUploads(answer: (upload: Uploaded) => Response | Promise<Response>) {
  const uploaded: Uploaded[] = [];
  class FakeRequest extends EventTarget {
    readonly upload = new EventTarget();
    status = 0;
    responseText = '';
    #address = '';
    #method = '';
    #key: string | undefined;
    #aborted = false;

    open(method: string, address: string) {
      this.#method = method;
      this.#address = address;
    }

    setRequestHeader(_: string, value: string) {
      this.#key = value;
    }

    abort() {
      this.#aborted = true;
      this.dispatchEvent(new Event('abort'));
    }

    send(form: FormData) {
      const upload: Uploaded = {
        method: this.#method,
        address: this.#address,
        file: form.get('file') as File,
        key: this.#key,
      };
      uploaded.push(upload);
      this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 50, total: 100 }));
      void this.#answer(upload);
    }

    async #answer(upload: Uploaded) {
      const response = await answer(upload);
      if (this.#aborted) return;
      this.status = response.status;
      this.responseText = await response.text();
      this.dispatchEvent(new Event(response.type === 'error' ? 'error' : 'load'));
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  return uploaded;
}
