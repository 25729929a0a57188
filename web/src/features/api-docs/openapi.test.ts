import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { callsOf, typeName, type OpenApi, type Schema } from './openapi';

describe('the name of a type', () => {
  test.each<[Schema, string]>([
    [{ $ref: '#/components/schemas/User' }, 'User'],
    [{ type: 'string', format: 'uuid' }, 'string (uuid)'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ type: 'array', items: { $ref: '#/components/schemas/Role' } }, 'Role[]'],
    [{ type: 'string', enum: ['fi', 'en'] }, '"fi" | "en"'],
    [{ oneOf: [{ type: 'null' }, { $ref: '#/x/Bill' }] }, 'null | Bill'],
    [{}, 'unknown'],
  ])('%j is %s', (schema, name) => {
    expect(typeName(schema)).toBe(name);
  });
});

describe('the calls of a description', () => {
  const api: OpenApi = {
    info: { title: 'Liksa', version: '1' },
    paths: {
      '/api/bills/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: { tags: ['bills'], responses: { 404: { $ref: '#/components/responses/Problem' } } },
        delete: { tags: ['bills'], security: [{ session: ['ROLE_ADMIN', 'ROLE_CLERK'] }] },
        put: {
          security: [{ session: [] }],
          requestBody: {
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Bill' } } },
          },
        },
      },
    },
    components: {
      schemas: {
        Bill: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
      },
      responses: { Problem: { description: 'What went wrong' } },
    },
  };
  const [get, put, remove] = callsOf(api);

  test('tell who may make them', () => {
    expect(get?.roles).toBeUndefined();
    expect(put?.roles).toEqual([]);
    expect(remove?.roles).toEqual(['ROLE_ADMIN', 'ROLE_CLERK']);
  });

  test('have the parameters of their path, the fields of their bodies and their answers', () => {
    expect(get?.parameters).toMatchObject([{ name: 'id', place: 'path', required: true }]);
    expect(put?.request).toMatchObject({ type: 'Bill', fields: [{ name: 'id', required: true }] });
    expect(get?.answers).toMatchObject([{ status: '404', description: 'What went wrong' }]);
  });

  test('of our own server are all found', () => {
    const own = JSON.parse(readFileSync('../openapi.json', 'utf8')) as OpenApi;
    const calls = callsOf(own).map(({ id }) => id);
    expect(calls).toContain('get /api/login');
    expect(calls).toContain('put /api/person');
  });
});
