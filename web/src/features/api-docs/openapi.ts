// As much of OpenAPI 3.1 as the server's own description uses.

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

interface Body {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

interface Operation {
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Body;
  readonly responses?: Readonly<Record<string, Body>>;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
type Method = (typeof METHODS)[number];

export interface OpenApi {
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description?: string;
  };
  readonly paths: Readonly<
    Record<
      string,
      Partial<Record<Method, Operation>> & { readonly parameters?: readonly Parameter[] }
    >
  >;
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>;
    readonly responses?: Readonly<Record<string, Body>>;
  };
}

/** One field of a body, as it is documented. */
export interface Field {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

/** What a request or an answer carries: a type, and its fields when it is an object. */
export interface Content {
  readonly type: string;
  readonly fields: readonly Field[];
}

export interface Answer {
  readonly status: string;
  readonly description: string;
  readonly content: Content | undefined;
}

/** One endpoint, as it is documented. */
export interface Call {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  readonly tag: string | undefined;
  readonly summary: string;
  readonly description: string;
  /** Who may make the call: undefined for anyone, an empty list for any signed-in user. */
  readonly roles: readonly string[] | undefined;
  readonly parameters: readonly (Field & { readonly place: string })[];
  readonly request: Content | undefined;
  readonly answers: readonly Answer[];
}

export function callsOf(api: OpenApi): Call[] {
  return Object.entries(api.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      return [callOf(api, method, path, operation, item.parameters ?? [])];
    }),
  );
}

/** The calls by their tag, tags and calls in the order of the description. */
export function byTag(calls: readonly Call[]): Map<string | undefined, Call[]> {
  return Map.groupBy(calls, ({ tag }) => tag);
}

function callOf(
  api: OpenApi,
  method: Method,
  path: string,
  operation: Operation,
  shared: readonly Parameter[],
): Call {
  return {
    id: `${method} ${path}`,
    method,
    path,
    tag: operation.tags?.[0],
    summary: operation.summary ?? '',
    description: operation.description ?? '',
    roles: rolesOf(operation),
    parameters: [...shared, ...(operation.parameters ?? [])].map((parameter) => ({
      name: parameter.name,
      place: parameter.in,
      type: typeName(parameter.schema),
      required: parameter.required ?? false,
      description: parameter.description ?? '',
    })),
    request: contentOf(api, operation.requestBody),
    answers: Object.entries(operation.responses ?? {}).map(([status, answer]) => {
      const body =
        answer.$ref === undefined ? answer : api.components?.responses?.[last(answer.$ref)];
      return { status, description: body?.description ?? '', content: contentOf(api, body) };
    }),
  };
}

/** The server writes the roles of a call as the scopes of its security requirement. */
function rolesOf({ security = [] }: Operation): readonly string[] | undefined {
  if (security.length === 0 || security.some((way) => Object.keys(way).length === 0)) {
    return undefined;
  }
  return [...new Set(security.flatMap((way) => Object.values(way).flat()))];
}

function contentOf(api: OpenApi, body: Body | undefined): Content | undefined {
  const [mediaType, media] = Object.entries(body?.content ?? {})[0] ?? [];
  if (mediaType === undefined) return undefined;
  const schema = media?.schema;
  const type = schema === undefined ? mediaType : typeName(schema);
  return { type, fields: fieldsOf(api, schema) };
}

function fieldsOf(api: OpenApi, schema: Schema | undefined): Field[] {
  if (schema === undefined) return [];
  const target = schema.items ?? schema;
  const resolved =
    target.$ref === undefined ? target : api.components?.schemas?.[last(target.$ref)];
  if (resolved === undefined) return [];
  const own = Object.entries(resolved.properties ?? {}).map(([name, property]) => ({
    name,
    type: typeName(property),
    required: resolved.required?.includes(name) ?? false,
    description: property.description ?? '',
  }));
  return [...(resolved.allOf ?? []).flatMap((part) => fieldsOf(api, part)), ...own];
}

/** A short name for a type: `User`, `string (uuid)`, `Role[]`, `"fi" | "en"`, `string | null`. */
export function typeName(schema: Schema | undefined): string {
  if (schema === undefined) return 'unknown';
  if (schema.$ref !== undefined) return last(schema.$ref);
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices !== undefined) return choices.map(typeName).join(' | ');
  if (schema.allOf !== undefined) return schema.allOf.map(typeName).join(' & ');
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? ['unknown']);
  return types
    .map((type) => {
      if (type === 'array') return `${typeName(schema.items)}[]`;
      return schema.format === undefined || type === 'null' ? type : `${type} (${schema.format})`;
    })
    .join(' | ');
}

function last(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
