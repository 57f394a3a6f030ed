import { EVENT_TYPES } from "@rapport/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApp, type TestApp, type Workspace } from "../support/app.ts";
import { startFleet } from "../support/webhooks.ts";

const ENDPOINTS = "/webhooks/endpoints";
const URL = "https://127.0.0.1:9/hook";

// Everything here is refused before storage is asked, so one database is enough.
describe("input of webhook endpoints", () => {
  let app: TestApp;
  let workspace: Workspace;
  beforeAll(async () => {
    app = await startApp({ dialect: "sqlite" });
    workspace = await app.workspace();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const faults = async (json: object) => {
    const { status, body } = await workspace.call("POST", ENDPOINTS, { json });
    expect([status, body.code], JSON.stringify(body)).toEqual([400, "INVALID_INPUT"]);
    return body.issues as { path: string; code: string; message: string }[];
  };
  const pathsOf = async (json: object) => (await faults(json)).map(({ path }) => path);

  test.each([
    ["nonsense"],
    ["contact"],
    ["contact.creat*"],
    ["*.created"],
    ["Contact.created"],
    [""],
  ])("400: %o is no event type, and those that are get listed", async (event) => {
    const [issue, ...more] = await faults({ url: URL, events: ["deal.created", event] });
    expect(more).toEqual([]);
    expect(issue).toMatchObject({ path: "events.1", code: "event_type_unknown" });
    for (const type of EVENT_TYPES) expect(issue?.message).toContain(type);
  });

  test("400: unknown event types in an encoded string", async () => {
    expect(await pathsOf({ url: URL, events: '["a","deal.created","b"]' })).toEqual([
      "events.0",
      "events.2",
    ]);
  });

  test.each([
    ["empty", []],
    ["empty and encoded", "[]"],
    ["an empty string", ""],
    ["a string that is no JSON", "contact.created"],
    ["a string that holds an object", "{}"],
    ["a number", 7],
    ["null", null],
    ["an object", { 0: "contact.created" }],
    ["absent", undefined],
  ])("400: events %s", async (_, events) => {
    expect(new Set(await pathsOf({ url: URL, events }))).toEqual(new Set(["events"]));
  });

  test("400: an entry of events that is no string", async () => {
    expect((await pathsOf({ url: URL, events: ["deal.created", 7] })).join()).toMatch(/^events/);
  });

  test.each([
    ["plain HTTP", "http://127.0.0.1/hook", "HTTPS"],
    ["another scheme", "ftp://example.com/", "HTTPS"],
    ["a private literal", "https://10.0.0.1/", "public"],
    ["a private literal in hexadecimal", "https://0xc0a80001/", "public"],
    ["the metadata service", "https://169.254.169.254/", "public"],
    ["a unique-local literal", "https://[fd00::1]/", "public"],
    ["a mapped private literal", "https://[::ffff:10.0.0.1]/", "public"],
    ["a line break", "https://127.0.0.1:9/ho\r\nok", "line breaks"],
    ["a tab", "https://127.0.0.1:9/ho\tok", "control characters"],
    ["a space at the end", "https://127.0.0.1:9/hook ", "spaces"],
    ["the port of SSH on a public host", "https://8.8.8.8:22/", "port 22"],
    ["the port of Redis on a public host", "https://[2606:4700::1111]:6379/", "port 6379"],
    ["the port of PostgreSQL on a public host", "https://8.8.8.8:5432/", "port 5432"],
    ["no URL", "hook", "absolute"],
    ["a relative URL", "/hook", "absolute"],
    ["a URL of 2,049 characters", `https://127.0.0.1/${"x".repeat(2_031)}`, "2048"],
    ["credentials", "https://ada:pw@127.0.0.1/", "password"],
    ["a user name", "https://ada@127.0.0.1/", "user name"],
    ["a fragment", "https://127.0.0.1/#a", "fragment"],
    ["an empty fragment", "https://127.0.0.1/#", "fragment"],
    ["a name that does not resolve", "https://nothing.invalid/", "does not resolve"],
  ])("400: a URL with %s", async (_, url, words) => {
    const issues = await faults({ url, events: ["*"] });
    expect(issues).toEqual([
      { path: "url", code: "url_refused", message: expect.stringContaining(words) },
    ]);
  });

  test.each([[7], [null], [""], [["https://127.0.0.1/"]], [undefined]])(
    "400: %o is no url",
    async (url) => {
      expect(await pathsOf({ url, events: ["*"] })).toEqual(["url"]);
    },
  );

  test("400: loopback literals and names on a server that is allowed nothing", async () => {
    const { api } = await (await startFleet("sqlite")).start({});
    for (const host of ["127.0.0.1", "[::1]", "localhost", "2130706433", "0.0.0.0"]) {
      const json = { url: `https://${host}/hook`, events: ["*"] };
      const { status, body } = await api.call("POST", ENDPOINTS, { json });
      expect([host, status, body.issues?.[0]?.code]).toEqual([host, 400, "url_refused"]);
    }
  });

  test.each([
    ["unknown event types", ["a", "b"], ["url", "events.0", "events.1"]],
    ["no event types", [], ["url", "events"]],
    ["event types of the wrong type", 7, ["url", "events"]],
  ])("400: a refused url and %s are reported at once", async (_, events, paths) => {
    const found = await pathsOf({ url: "http://127.0.0.1/", events });
    expect(found.toSorted()).toEqual(paths.toSorted());
  });

  test.each([[["a"]], ['["a"]']])(
    "400: a url of the wrong type and the unknown event types %o are reported at once",
    async (events) => {
      expect(await pathsOf({ url: 7, events })).toEqual(["url", "events.0"]);
    },
  );

  test("400: a member that there is not", async () => {
    expect(await pathsOf({ url: URL, events: ["*"], secret: "x" })).toEqual(["secret"]);
  });
});
