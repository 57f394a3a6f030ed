import type { Answer, Caller, TestApp } from "./app.ts";
import { type RecordApi, recordApi } from "./records.ts";

/** Calls of the Public Object API as one caller, for tests of merges. */
export interface MergeApi extends RecordApi {
  merge(plural: string, primaryId: number, ...mergeIds: readonly number[]): Promise<Answer>;
  unmerge(plural: string, primaryId: number, mergeId: number): Promise<Answer>;
  /** Creates a contact, associated with records of other types, and returns its id. */
  contact(values: object, to?: Readonly<Record<string, readonly number[]>>): Promise<number>;
  post(path: string, json: object): Promise<Answer>;
}

export function mergeApi(app: TestApp, { token }: Pick<Caller, "token">): MergeApi {
  const post = (path: string, json: object) => app.call("POST", path, { token, json });
  return {
    ...recordApi(app, { token }),
    post,
    merge: (plural, primaryId, ...mergeIds) =>
      post(`/api/crm/objects/${plural}/merge`, { primaryId, mergeIds }),
    unmerge: (plural, primaryId, mergeId) =>
      post(`/api/crm/objects/${plural}/${primaryId}/unmerge`, { mergeId }),
    async contact(values, to = {}) {
      const properties = Object.entries(values).map(([internal_name, value]) =>
        Array.isArray(value) ? { internal_name, values: value } : { internal_name, value },
      );
      const associations = Object.entries(to).flatMap(([object, ids]) =>
        ids.map((id) => ({ to: { object, id: String(id) } })),
      );
      const { status, body } = await post("/api/objects/contacts", { properties, associations });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return body.data.id;
    },
  };
}
