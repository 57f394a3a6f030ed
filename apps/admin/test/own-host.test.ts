import { get } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdminApp, startAdminApp } from "./support/admin-app.ts";

describe("the Host of a request", () => {
  let app: AdminApp;
  beforeAll(async () => {
    app = await startAdminApp("sqlite", "https://crm.example.com");
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const PATHS = ["/", "/session/methods", "/assets/index.js", "/trpc/admin.me"];

  const statusOf = (path: string, headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      const asked = get(`${app.url}${path}`, { headers }, (answer) => {
        answer.resume();
        answer.on("end", () => resolve(answer.statusCode));
      });
      asked.on("error", reject);
    });
  const statuses = (headers: Record<string, string>) =>
    Promise.all(PATHS.map((path) => statusOf(path, headers)));

  it.each([
    "rebound.example.net",
    "crm.example.com.example.net",
    "localhost.example.net",
    "127.0.0.1.example.net:3001",
    "192.0.2.1:3001",
    "0.0.0.0:3001",
    "crm.example.com@rebound.example.net",
  ])("returns 421 for %s on any path", async (host) => {
    expect(new Set(await statuses({ host }))).toEqual(new Set([421]));
  });

  it("returns 421 even if X-Forwarded-Host is correct", async () => {
    const headers = { host: "rebound.example.net", "x-forwarded-host": "crm.example.com" };
    expect(new Set(await statuses(headers))).toEqual(new Set([421]));
  });

  it.each(["crm.example.com", "CRM.example.com:443", "localhost:3001", "127.0.0.1", "[::1]:3001"])(
    "may be %s",
    async (host) => {
      expect(await statuses({ host })).not.toContain(421);
    },
  );
});
