import { EVENT_TYPES } from "@rapport/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sharedApp, type TestApp, type Workspace } from "../support/app.ts";
import { startWorkspaces } from "../support/webhooks.ts";

const ENDPOINTS = "/webhooks/endpoints";
const URL = "https://127.0.0.1:9/hook";

// These requests are refused before the database is used, so one database is enough.
describe("input of webhook endpoints", () => {
  let app: TestApp;
  let workspace: Workspace;
  beforeAll(async () => {
    app = await sharedApp("sqlite");
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
  ])("returns 400 with the known event types for %o", async (event) => {
    const [issue, ...more] = await faults({ url: URL, events: ["deal.created", event] });
    expect(more).toEqual([]);
    expect(issue).toMatchObject({ path: "events.1", code: "event_type_unknown" });
    for (const type of EVENT_TYPES) expect(issue?.message).toContain(type);
  });

  test("returns 400 for unknown event types in an encoded string", async () => {
    expect(await pathsOf({ url: URL, events: '["a","deal.created","b"]' })).toEqual([
      "events.0",
      "events.2",
    ]);
  });

  test.each([
    ["empty", []],
    ["an encoded empty array", "[]"],
    ["an empty string", ""],
    ["a string that is not JSON", "contact.created"],
    ["a string that holds an object", "{}"],
    ["a number", 7],
    ["null", null],
    ["an object", { 0: "contact.created" }],
    ["absent", undefined],
  ])("returns 400 for events that are %s", async (_, events) => {
    expect(new Set(await pathsOf({ url: URL, events }))).toEqual(new Set(["events"]));
  });

  test("returns 400 for an entry of events that is not a string", async () => {
    for (const events of [["deal.created", 7], '["deal.created", 7]']) {
      const issues = await faults({ url: URL, events });
      expect(issues).toMatchObject([{ path: "events.1", code: "invalid_type" }]);
    }
  });

  test("returns 400 for more than 1,000 event types", async () => {
    const many = Array(1_001).fill("deal.created");
    for (const events of [many, JSON.stringify(many)]) {
      const issues = await faults({ url: URL, events });
      expect(issues).toMatchObject([{ path: "events", code: "too_many" }]);
    }
    const most = { url: URL, events: many.slice(1) };
    expect((await workspace.call("POST", ENDPOINTS, { json: most })).status).toBe(201);
  });

  test.each([
    ["plain HTTP outside of the allowed networks", "http://8.8.8.8/hook", "HTTPS"],
    ["another scheme", "ftp://example.com/", "HTTPS"],
    ["a private literal", "https://10.0.0.1/", "public"],
    ["a private literal in hexadecimal", "https://0xc0a80001/", "public"],
    ["the metadata service", "https://169.254.169.254/", "public"],
    ["a unique-local literal", "https://[fd00::1]/", "public"],
    ["a mapped private literal", "https://[::ffff:10.0.0.1]/", "public"],
    ["a line break", "https://127.0.0.1:9/ho\r\nok", "U+000D CARRIAGE RETURN"],
    ["a tab", "https://127.0.0.1:9/ho\tok", "U+0009 TAB after"],
    [
      "an invisible space at the end",
      "https://127.0.0.1:9/hook\u200b",
      "U+200B ZERO WIDTH SPACE at the end",
    ],
    ["half a surrogate pair in its path", "https://127.0.0.1:9/\ud800", "half a surrogate pair"],
    [
      "half a surrogate pair in its query",
      "https://127.0.0.1:9/?a=\udc00",
      "half a surrogate pair",
    ],
    ["a space at the end", "https://127.0.0.1:9/hook ", "spaces"],
    ["the port of SSH on a public host", "https://8.8.8.8:22/", "port 22"],
    ["the port of Redis on a public host", "https://[2606:4700::1111]:6379/", "port 6379"],
    ["the port of PostgreSQL on a public host", "https://8.8.8.8:5432/", "port 5432"],
    ["text that is not a URL", "hook", "absolute"],
    ["a relative URL", "/hook", "absolute"],
    ["a URL of 2,049 characters", `https://127.0.0.1/${"x".repeat(2_031)}`, "2048"],
    ["credentials", "https://ada:pw@127.0.0.1/", "password"],
    ["a user name", "https://ada@127.0.0.1/", "user name"],
    ["a fragment", "https://127.0.0.1/#a", "fragment"],
    ["an empty fragment", "https://127.0.0.1/#", "fragment"],
    ["a name that does not resolve", "https://nothing.invalid/", "does not resolve"],
  ])("returns 400 for a url with %s", async (_, url, words) => {
    const issues = await faults({ url, events: ["*"] });
    expect(issues).toEqual([
      { path: "url", code: "url_refused", message: expect.stringContaining(words) },
    ]);
  });

  test.each([[7], [null], [""], [["https://127.0.0.1/"]], [undefined]])(
    "returns 400 for the url %o",
    async (url) => {
      expect(await pathsOf({ url, events: ["*"] })).toEqual(["url"]);
    },
  );

  test("returns 400 for loopback addresses and names by default", async () => {
    const { api } = await (await startWorkspaces("sqlite")).start({});
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
  ])("returns 400 for a refused url and %s at once", async (_, events, paths) => {
    const found = await pathsOf({ url: "http://8.8.8.8/", events });
    expect(found.toSorted()).toEqual(paths.toSorted());
  });

  test.each([[["a"]], ['["a"]']])(
    "returns 400 with all faults for a url of the wrong type and the unknown event types %o",
    async (events) => {
      expect(await pathsOf({ url: 7, events })).toEqual(["url", "events.0"]);
    },
  );

  test("returns 400 for an unknown member", async () => {
    expect(await pathsOf({ url: URL, events: ["*"], secret: "x" })).toEqual(["secret"]);
  });
});
