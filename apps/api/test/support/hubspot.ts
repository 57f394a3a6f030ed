import { expect } from "vitest";
import type { Answer, Caller, TestApp } from "./app.ts";
import { expectShape } from "./hubspot-shapes.ts";

/** Calls paths of HubSpot's API with a token. Each answer must have the shape that HubSpot documents. */
export function hubspot(app: TestApp, { token }: Pick<Caller, "token">) {
  const call = async (method: string, path: string, json?: unknown): Promise<Answer> => {
    const answer = await app.call(method, path, { token, json });
    expectShape(method, path, answer);
    return answer;
  };
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
