import { vi } from 'vitest';
import type { Template, TemplateBody } from '@/api/templates';
import { fakeServer, json, worker } from './fakeServer';

const LIST = `/api/person/${worker.id}/templates`;
export const LIST_CALL = `GET ${LIST}`;
export const DELETE_CALL = `POST ${LIST}/delete`;
export const saveCall = (id: string) => `PUT ${LIST}/${id}`;

export const rowTemplate: Template = {
  id: '0193a000-0000-7000-8000-0000000000a1',
  kind: 'ROW',
  name: 'Keikkapäivä',
  showInResult: true,
  text: '',
  row: {
    destination: 'Äänitekniikka',
    type: 'AMOUNT',
    alv: 25.5,
    alvPrice: null,
    hourlyprice: 45,
    billableWorkHours: 7.5,
  },
  lastSaved: '2026-11-15T10:00:00Z',
};

export const textTemplate: Template = {
  id: '0193a000-0000-7000-8000-0000000000a2',
  kind: 'TEXT',
  name: 'Kiitos',
  showInResult: true,
  text: 'Kiitos yhteistyöstä!',
  row: null,
  lastSaved: '2026-11-15T10:00:00Z',
};

export const hiddenTemplate: Template = {
  ...textTemplate,
  id: '0193a000-0000-7000-8000-0000000000a3',
  name: 'Vanha teksti',
  showInResult: false,
};

/** The id that the app is made to choose for a new template. */
export const NEW_ID = '0193a000-0000-4000-8000-0000000000a9';

/** A server that keeps these templates of the worker's, and takes any that are saved. */
export function fakeTemplates(templates: readonly Template[]) {
  vi.spyOn(crypto, 'randomUUID').mockReturnValue(NEW_ID);
  const saved: { id: string; body: TemplateBody }[] = [];
  const save = async (request: Request) => {
    const id = new URL(request.url).pathname.split('/').at(-1) ?? '';
    const body = (await request.json()) as TemplateBody;
    saved.push({ id, body });
    return json(200, { text: '', row: null, lastSaved: '2026-11-15T10:00:00Z', ...body, id });
  };
  const ids = [...templates.map(({ id }) => id), NEW_ID];
  const server = fakeServer({
    'GET /api/session': () => json(200, { user: worker }),
    'GET /api/calc': () => json(200, { vatRates: [0.255, 0.135, 0.1, 0] }),
    [LIST_CALL]: () => json(200, { templates }),
    [DELETE_CALL]: () => json(200, { deleted: 1 }),
    ...Object.fromEntries(ids.map((id) => [saveCall(id), save])),
  });
  /** `saved`: the templates that were sent, in order. */
  return { ...server, saved };
}
