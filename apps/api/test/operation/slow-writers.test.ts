import http from "node:http";
import { PLACES } from "@rapport/service/http/places";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";

const PATH = "/api/crm/objects/contacts/batch/read";
const LARGE = JSON.stringify({ inputs: [{ id: 1 }] }).padEnd(2 * 1024 * 1024);

describe.each(DIALECTS)("large bodies that arrive slowly on %s", (dialect) => {
  let app: TestApp;
  let [slow, other]: Caller[] = [];
  beforeAll(async () => {
    app = await sharedApp(dialect);
    [slow, other] = [await app.caller(), await app.caller()];
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const statusOf = async (caller: Caller | undefined, path: string, body: string) => {
    const headers = { "content-type": "application/json" };
    return (await app.call("POST", path, { token: caller?.token ?? "", body, headers })).status;
  };

  /** Begins a large request, and sends nothing more of its body. Returns what is seen of the answer, if there is one. */
  function begin(token: string): { status?: number | undefined } {
    const seen: { status?: number | undefined } = {};
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
    request.on("response", (response) => {
      seen.status = response.statusCode;
      response.resume().on("error", () => undefined);
    });
    request.write("{");
    onTestFinished(() => void request.destroy());
    return seen;
  }

  it("of one project leave room for those of others, and for its small requests", async () => {
    const begun = Array.from({ length: 12 }, () => begin(slow?.token ?? ""));
    const refused = () => begun.filter(({ status }) => status === 429).length;
    await expect.poll(refused).toBe(begun.length - PLACES.largeBodies.ofCaller);
    expect(await statusOf(slow, PATH, LARGE)).toBe(429);
    expect(await statusOf(other, PATH, LARGE)).toBe(207);
    expect(await statusOf(slow, PATH, LARGE.trimEnd())).toBe(207);
  });
});
