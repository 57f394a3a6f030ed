import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Attacker, startAttacker } from "./support/attacker.ts";
import { type Installation, startInstallation } from "./support/installation.ts";

/** A browser sends these fields as the JSON that the server reads: `{"name":"Forged="}`. */
const FORGED = { '{"name":"Forged': '"}' };
const FORMS = [
  ["/session", "application/x-www-form-urlencoded", { email: "a@example.com", password: "x" }],
  ["/session", "text/plain", { '{"email":"a@example.com","password":"': '"}' }],
  ["/trpc/admin.tenants.create", "text/plain", FORGED],
  ["/trpc/admin.tenants.create", "multipart/form-data", FORGED],
  ["/trpc/admin.tenants.create?batch=1", "text/plain", FORGED],
  ["/trpc/admin.access.sessions.endMine", "application/x-www-form-urlencoded", {}],
] as const;

describe("the admin app in a browser", () => {
  let app: Installation;
  let attacker: Attacker;
  let own: Page;
  beforeAll(async () => {
    app = await startInstallation({ demo: true });
    attacker = await startAttacker();
    own = await app.open("/tenants");
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await attacker[Symbol.asyncDispose]();
  });

  /** Opens the attacker's page in the browser of the signed-in owner. */
  async function openAttack(host: string): Promise<Page> {
    const page = await own.context().newPage();
    page.setDefaultTimeout(10_000);
    await page.goto(`http://${host}:${attacker.port}/`);
    return page;
  }

  const answerOf = (page: Page, path: string) =>
    page.waitForResponse((response) => response.url() === app.adminUrl + path);

  async function expectUnharmed(): Promise<void> {
    const read = (path: string) => own.evaluate(async (at) => (await fetch(at)).text(), path);
    expect(await read("/session")).toContain('"role":"owner"');
    expect(await read("/trpc/admin.tenants.list")).toContain('"Demo"');
    expect(await read("/trpc/admin.tenants.list")).not.toContain("Forged");
  }

  it("answers with the page unless JSON is asked for", async () => {
    const typeFor = async (accept: string) => {
      const response = await fetch(`${app.adminUrl}/p/1/contacts`, { headers: { accept } });
      return [response.status, response.headers.get("content-type")];
    };
    const page = [200, "text/html; charset=utf-8"];
    expect(await typeFor("*/*")).toEqual(page);
    expect(await typeFor("text/html,application/xhtml+xml,*/*;q=0.8")).toEqual(page);
    expect(await typeFor("application/json")).toEqual([404, "application/json; charset=utf-8"]);
  });

  // Cookies ignore ports: another port of a host is the same site and sends even a Strict cookie.
  describe.each([
    ["another site", "localhost"],
    ["another port of the host", "127.0.0.1"],
  ])("attacked from %s", (_, host) => {
    it("refuses forms", async () => {
      for (const [path, enctype, fields] of FORMS) {
        const page = await openAttack(host);
        const answer = answerOf(page, path);
        await page.evaluate(submitForm, [app.adminUrl + path, enctype, fields] as const);
        expect([path, enctype, (await answer).status()]).toEqual([path, enctype, 403]);
        await page.waitForURL((url) => url.origin === app.adminUrl);
        await page.close();
      }
      await expectUnharmed();
    });

    it("refuses fetch requests from another site", async () => {
      const page = await openAttack(host);
      expect(await page.evaluate(tryFetches, app.adminUrl)).toEqual({
        "blind POST": "opaque",
        "POST with the app's header": "refused",
        "JSON POST": "refused",
        "DELETE of the session": "refused",
        "reading a query": "refused",
        "reading the session": "refused",
        "reading a page": "refused",
      });
      await page.close();
      await expectUnharmed();
    });

    it("ignores image requests from another site", async () => {
      const page = await openAttack(host);
      const src = `${app.adminUrl}/trpc/admin.access.sessions.endMine?input=%7B%7D`;
      expect(await page.evaluate(loadImage, src)).toBe("error");
      await page.close();
      await expectUnharmed();
    });

    it("refuses to load in a frame", async () => {
      const page = await openAttack(host);
      const refusal = page.waitForEvent("console", (message) =>
        /frame-ancestors/.test(message.text()),
      );
      await page.evaluate((src) => {
        document.body.append(Object.assign(document.createElement("iframe"), { src }));
      }, `${app.adminUrl}/tenants`);
      await refusal;
      const [frame] = page.mainFrame().childFrames();
      expect(frame?.url()).not.toContain(app.adminUrl);
      await page.close();
    });
  });

  it("runs no script that the server did not send", async () => {
    const page = await own.context().newPage();
    await page.goto(`${app.adminUrl}/tenants`);
    const refusal = page.waitForEvent("console", (message) => /script-src/.test(message.text()));
    await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "document.title = 'Injected'";
      document.body.append(script);
    });
    await refusal;
    expect(await page.title()).not.toBe("Injected");
  });
});

/** Runs in the attacker's page. */
function submitForm([action, enctype, fields]: readonly [string, string, Record<string, string>]) {
  const form = Object.assign(document.createElement("form"), { action, enctype, method: "post" });
  for (const [name, value] of Object.entries(fields)) {
    form.append(Object.assign(document.createElement("input"), { name, value, type: "hidden" }));
  }
  document.body.append(form);
  form.submit();
}

/** Runs in the attacker's page. */
function loadImage(src: string): Promise<string> {
  return new Promise((resolve) => {
    const tell = ({ type }: Event) => resolve(type);
    const image = new Image();
    image.addEventListener("load", tell);
    image.addEventListener("error", tell);
    image.src = src;
  });
}

/** Runs in the attacker's page. */
async function tryFetches(url: string): Promise<Record<string, string>> {
  const create = `${url}/trpc/admin.tenants.create`;
  const body = JSON.stringify({ name: "Forged" });
  const json = { "content-type": "application/json" };
  const requests: Record<string, [string, RequestInit]> = {
    "blind POST": [create, { method: "POST", mode: "no-cors", body }],
    "POST with the app's header": [
      create,
      { method: "POST", headers: { ...json, "x-rapport-admin": "1" }, body },
    ],
    "JSON POST": [create, { method: "POST", headers: json, body }],
    "DELETE of the session": [`${url}/session`, { method: "DELETE" }],
    "reading a query": [`${url}/trpc/admin.me`, {}],
    "reading the session": [`${url}/session`, {}],
    "reading a page": [`${url}/tenants`, {}],
  };
  const outcomes = await Promise.all(
    Object.entries(requests).map(async ([name, [address, init]]) => {
      const outcome = await fetch(address, { credentials: "include", ...init }).then(
        ({ type }) => type,
        () => "refused",
      );
      return [name, outcome] as const;
    }),
  );
  return Object.fromEntries(outcomes);
}
