import { expect } from "vitest";
import type { Answer, Caller, TestApp } from "./app.ts";

/** Calls paths of HubSpot's API with a token. */
export function hubspot(app: TestApp, { token }: Pick<Caller, "token">) {
  const call = (method: string, path: string, json?: unknown): Promise<Answer> =>
    app.call(method, path, { token, json });
  return {
    call,
    /** Creates an object. Returns its id. */
    async make(type: string, properties: object, more: object = {}): Promise<string> {
      const answer = await call("POST", `/crm/v3/objects/${type}`, { properties, ...more });
      expect([answer.status, answer.body.message]).toEqual([201, undefined]);
      return answer.body.id;
    },
    post: (path: string, json: unknown) => call("POST", `/crm/v3/objects/${path}`, json),
  };
}

/** Returns the ids of the objects in an answer. */
export function idsIn({ body }: Answer): readonly string[] {
  return body.results.map((one: { id: string }) => one.id);
}
