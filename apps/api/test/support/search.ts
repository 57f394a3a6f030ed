import type { Answer, Caller, TestApp } from "./app.ts";

export interface Filter {
  readonly internal_name: string;
  readonly operator: string;
  readonly value?: unknown;
  readonly highValue?: unknown;
  readonly values?: readonly unknown[];
}

export interface Search {
  readonly filterGroups?: readonly { readonly filters: readonly Filter[] }[];
  readonly query?: string;
  readonly sorts?: readonly { readonly internal_name: string; readonly direction?: string }[];
  readonly limit?: number;
  readonly [member: string]: unknown;
}

/** Creates a record and returns its id. A list is the values of a multi-value property. */
export async function createIn(
  app: TestApp,
  { token }: Caller,
  plural: string,
  {
    properties,
    associations = [],
  }: {
    readonly properties: Readonly<Record<string, unknown>>;
    readonly associations?: readonly (readonly [type: string, id: number])[] | undefined;
  },
): Promise<number> {
  const answer = await app.call("POST", `/api/objects/${plural}`, {
    token,
    json: {
      properties: Object.entries(properties).map(([internal_name, value]) => ({
        internal_name,
        ...(Array.isArray(value) ? { values: value } : { value }),
      })),
      associations: associations.map(([object, id]) => ({ to: { object, id: String(id) } })),
    },
  });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.data.id;
}

export function search(
  app: TestApp,
  { token }: Pick<Caller, "token">,
  plural: string,
  json: unknown,
): Promise<Answer> {
  return app.call("POST", `/api/crm/objects/${plural}/search`, { token, json });
}

/** Returns the ids that a search finds, over all pages. */
export async function searchAll(
  app: TestApp,
  caller: Pick<Caller, "token">,
  plural: string,
  json: Search,
): Promise<number[]> {
  const ids: number[] = [];
  for (let cursor: string | undefined; ; ) {
    const answer = await search(app, caller, plural, { ...json, ...(cursor ? { cursor } : {}) });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    ids.push(...answer.body.data.results.map(({ id }: { id: number }) => id));
    if (answer.body.data.nextCursor === null) return ids;
    cursor = answer.body.data.nextCursor;
  }
}

/** Returns the body of a search with one group of filters. */
export function where(...filters: readonly Filter[]): Search {
  return { filterGroups: [{ filters }] };
}
