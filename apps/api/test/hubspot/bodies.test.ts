import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";
import { hubspot } from "../support/hubspot.ts";
import { type Call, callsWithBody, type Named } from "../support/hubspot-bodies.ts";

/** The operations are the same for all records. */
const CALLS = callsWithBody({ id: "1", toId: "2" }).map(({ name }, i) => [name, i] as const);
const JSON_TYPE = { "content-type": "application/json" };

describe("bodies of any shape at HubSpot's paths", () => {
  let app: TestApp;
  let caller: Caller;
  let lacking: Caller;
  let named: Named;
  beforeAll(async () => {
    app = await sharedApp("sqlite");
    caller = await app.caller();
    lacking = await app.caller({ ...caller, scope: "crm.emails.read" });
    const client = hubspot(app, caller);
    named = {
      id: await client.make("contacts", { email: "ada@example.com" }),
      toId: await client.make("companies", { name: "Engines" }),
    };
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const callAt = (index: number) => callsWithBody(named)[index] as Call;

  it.each(CALLS)("%s checks the scope before the body", async (_, index) => {
    const { method, path, body } = callAt(index);
    const { token } = lacking;
    for (const options of [
      { body: "{}", headers: { "content-type": "text/plain" } },
      { body: "{", headers: JSON_TYPE },
      { body: "{}", headers: { ...JSON_TYPE, "if-match": '"1"' } },
      { body: `"${"x".repeat(1024 * 1024)}"`, headers: JSON_TYPE },
      { json: body },
    ]) {
      const answer = await app.call(method, path, { token, ...options });
      expect([answer.status, answer.body.category]).toEqual([403, "MISSING_SCOPES"]);
    }
  });
});
