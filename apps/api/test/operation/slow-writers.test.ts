import http from "node:http";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type Caller, startApp, type TestApp } from "../support/app.ts";

const PATH = "/api/crm/objects/contacts/batch/read";
const LARGE = JSON.stringify({ inputs: [{ id: 1 }] }).padEnd(2 * 1024 * 1024);

describe.each(DIALECTS)("large bodies that arrive slowly on %s", (dialect) => {
  let app: TestApp;
  let [slow, other]: Caller[] = [];
  beforeAll(async () => {
    app = await startApp({ dialect });
    [slow, other] = [await app.caller(), await app.caller()];
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const statusOf = async (caller: Caller | undefined, path: string, body: string) => {
    const headers = { "content-type": "application/json" };
    return (await app.call("POST", path, { token: caller?.token ?? "", body, headers })).status;
  };

  /** Begins a large request, and sends nothing more of its body. */
  function begin(token: string): void {
    const request = http.request(`${app.url}${PATH}`, {
      method: "POST",
      agent: false,
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "content-length": LARGE.length,
      },
    });
    request.on("error", () => undefined);
    request.write("{");
    onTestFinished(() => void request.destroy());
  }

  it("of one project leave room for those of others, and for its small requests", async () => {
    for (let i = 0; i < 12; i++) begin(slow?.token ?? "");
    await expect.poll(() => statusOf(slow, PATH, LARGE), { timeout: 20_000 }).toBe(429);
    expect(await statusOf(other, PATH, LARGE)).toBe(207);
    expect(await statusOf(slow, PATH, LARGE.trimEnd())).toBe(207);
  });
});
