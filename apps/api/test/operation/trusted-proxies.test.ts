import { ConfigError, readConfig } from "@rapport/service/settings/config";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";

describe("TRUST_PROXY", () => {
  const SECRET_KEY = Buffer.alloc(32).toString("base64");
  const read = (TRUST_PROXY: string) => readConfig({ SECRET_KEY, TRUST_PROXY }).trustedProxies;

  it("is empty by default", () => {
    expect(read("")).toEqual([]);
    expect(readConfig({ SECRET_KEY }).trustedProxies).toEqual([]);
  });

  it("is a list of networks", () => {
    expect(read("10.0.0.0/8, ::1/128")).toEqual(["10.0.0.0/8", "::1/128"]);
  });

  it.each([
    "1",
    "true",
    "loopback",
    "10.0.0.1",
    "10.0.0.0/33",
    "10.0.0.0/8,",
    "0.0.0.0/0",
    "::/00",
  ])("is refused if it is %s", (wrong) => {
    expect(() => read(wrong)).toThrow(ConfigError);
    expect(() => read(wrong)).toThrow(/^TRUST_PROXY must list /);
  });
});

describe.each(DIALECTS)("wrong client secrets behind a proxy on %s", (dialect) => {
  let trusting: TestApp;
  let plain: TestApp;
  beforeAll(async () => {
    trusting = await startApp({ dialect, trustedProxies: ["127.0.0.0/8", "10.0.0.0/8"] });
    plain = await startApp({ dialect });
  });
  afterAll(async () => {
    await trusting[Symbol.asyncDispose]();
    await plain[Symbol.asyncDispose]();
  });

  /** Returns the statuses of eleven wrong secrets with this X-Forwarded-For. */
  async function eleven(app: TestApp, forwardedFor: (attempt: number) => string) {
    const { clientId } = await app.caller();
    const authorization = `Basic ${Buffer.from(`${clientId}:wrong`).toString("base64")}`;
    const statuses = new Set<number>();
    for (let i = 0; i < 11; i++) {
      const headers = { authorization, "x-forwarded-for": forwardedFor(i) };
      statuses.add((await app.call("POST", "/oauth2/token", { headers })).status);
    }
    return [...statuses];
  }

  it.each<[string, (attempt: number) => string, readonly number[]]>([
    ["the same address", () => "192.0.2.1", [401, 429]],
    ["other addresses", (i) => `192.0.2.${i}`, [401]],
    ["an address behind what was made up", (i) => `198.51.100.${i}, 192.0.2.1`, [401, 429]],
    ["an address behind two proxies", (i) => `192.0.2.1, 10.0.0.${i}`, [401, 429]],
    ["what is no address", (i) => `unknown-${i}`, [401, 429]],
  ])("count for %s in X-Forwarded-For of a trusted proxy", async (_, forwardedFor, statuses) => {
    expect(await eleven(trusting, forwardedFor)).toEqual(statuses);
  });

  it("count for the proxy if it is not trusted", async () => {
    expect(await eleven(plain, (i) => `192.0.2.${i}`)).toEqual([401, 429]);
  });

  it("log one warning if the proxy is not trusted", async () => {
    await eleven(plain, (i) => `192.0.2.${i}`);
    await eleven(trusting, (i) => `192.0.2.${i}`);
    const warnings = ({ logged }: TestApp) =>
      logged.filter((line) => line.includes("TRUST_PROXY")).map((line) => JSON.parse(line));
    expect(warnings(plain)).toMatchObject([
      { level: 40, peer: expect.stringMatching(/127.0.0.1$/) },
    ]);
    expect(warnings(trusting)).toEqual([]);
  });
});
