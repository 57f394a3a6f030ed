import { associations, records } from "@rapport/db";
import type { AnyJson } from "@rapport/testing";
import type { Answer, Caller, TestApp } from "./app.ts";

/** Calls of the Public Object API as one caller, for tests of reading. */
export interface RecordApi {
  get(path: string, token?: string): Promise<Answer>;
  /** Creates a record and returns the response's `data`. */
  make(plural: string, values: Readonly<Record<string, unknown>>): Promise<Made>;
  set(plural: string, id: number, name: string, value: unknown): Promise<void>;
  remove(plural: string, id: number): Promise<void>;
  /** Follows a list to its end and returns the pages. */
  pages(path: string): Promise<readonly Page[]>;
}

export interface Made {
  readonly id: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface Page {
  readonly results: readonly AnyJson[];
  readonly nextCursor: string | null;
  readonly asOf?: string;
}

export interface Issue {
  readonly path: string;
  readonly code: string;
}

export function recordApi(app: TestApp, { token }: Pick<Caller, "token">): RecordApi {
  const get = (path: string, other = token) => app.call("GET", path, { token: other });
  const change = async (method: string, path: string, json?: object) => {
    const answer = await app.call(method, path, json === undefined ? { token } : { token, json });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  };
  return {
    get,
    make: (plural, values) => {
      const properties = Object.entries(values).map(([name, value]) => item(name, value));
      return change("POST", `/api/objects/${plural}`, { properties });
    },
    set: (plural, id, name, value) =>
      change("PATCH", `/api/crm/objects/${plural}/${id}`, item(name, value)),
    remove: (plural, id) => change("DELETE", `/api/crm/objects/${plural}/${id}`),
    async pages(path) {
      const pages: Page[] = [];
      for (let cursor = ""; ; ) {
        const { status, body } = await get(`${path}${cursor}`);
        if (status !== 200) throw new Error(`GET ${path}: ${JSON.stringify(body)}`);
        pages.push(body.data);
        if (body.data.nextCursor === null) return pages;
        cursor = `&cursor=${encodeURIComponent(body.data.nextCursor)}`;
      }
    },
  };
}

function item(internal_name: string, value: unknown) {
  return Array.isArray(value) ? { internal_name, values: value } : { internal_name, value };
}

/** Returns the paths of the issues of an error. */
export function pathsOf({ body }: Answer): readonly string[] {
  return body.issues.map(({ path }: Issue) => path);
}

/** Returns the paths and codes of the issues of an error. */
export function faultsOf({ body }: Answer): readonly string[] {
  return body.issues.map(({ path, code }: Issue) => `${path} ${code}`);
}

export const idsOf = (pages: readonly Page[]): readonly number[] =>
  pages.flatMap(({ results }) => results.map(({ id }) => id));

/**
 * Adds records of a type that comes before companies, associated with a company. Faster than over HTTP, and
 * without history.
 *
 * @returns their ids
 */
export function addOfCompany(
  app: Pick<TestApp, "deps">,
  { projectId }: Pick<Caller, "projectId">,
  company: number,
  { type, count }: { readonly type: string; readonly count: number },
): Promise<readonly number[]> {
  const at = new Date().toISOString();
  return app.deps.db.transaction(async (tx) => {
    const ids: number[] = [];
    for (let i = 0; i < count; i++) {
      ids.push(await records.insertRecord(tx, { projectId }, { type, properties: {}, at }));
    }
    const rows = ids.map((id) => [projectId, id, type, company, "company", at]);
    await associations.insertAssociations(tx, rows);
    return ids;
  });
}
