import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, startApp, type TestApp, type Workspace } from "../support/app.ts";

/** No record, job or endpoint has it. */
const NO_ID = "999999999";
/** A member that every operation refuses, so that a request is checked but never run. */
const REFUSED = "refused_member";
/** Codes of issues about the form of an input. */
const OF_FORM = [
  ...["invalid_type", "invalid_format", "required", "invalid_json"],
  ...["value_invalid", "value_not_scalar", "name_invalid", "key_invalid"],
];

interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly token: string;
  readonly query: readonly { readonly name: string; readonly required?: boolean }[];
  readonly schema: Schema | undefined;
  readonly example: Readonly<Record<string, unknown>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
}

/** An operation as a document describes it. */
interface Described {
  readonly operationId: string;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: Body | Reference;
}

interface Reference {
  readonly $ref: string;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
}

interface Body {
  readonly content: Readonly<
    Record<string, { readonly schema?: Schema; readonly example?: Operation["example"] }>
  >;
}

interface Refusal {
  readonly status: number;
  readonly code?: string;
  readonly issues: readonly { path: string; code: string; message: string }[];
}

// Every operation of both documents is in here, so a new one is tested too. The requests are refused for their form, or
// find nothing, so the database makes no difference.
describe("each operation", () => {
  let app: TestApp;
  let caller: Caller;
  let workspace: Workspace;
  let operations: readonly Operation[];
  beforeAll(async () => {
    app = await startApp({ dialect: "sqlite", settings: { rateLimit: 1_000_000 } });
    caller = await app.caller();
    workspace = await app.workspace({ projectId: caller.projectId });
    const surfaces = [
      ["public", caller.token],
      ["workspace", workspace.key],
    ] as const;
    const documents = await Promise.all(
      surfaces.map(async ([name, token]) => {
        const { body } = await app.call("GET", `/openapi/${name}.json`);
        return { body, token };
      }),
    );
    operations = documents.flatMap(({ body, token }) => operationsOf(body, token));
  });
  afterAll(() => app[Symbol.asyncDispose]());

  function operationsOf(document: Document, token: string): readonly Operation[] {
    /** Returns a part of the document, or the component that it refers to. */
    const partOf = <Part extends object>(part: Part | { readonly $ref: string }): Part =>
      "$ref" in part
        ? (part.$ref
            .split("/")
            .slice(1)
            .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], document) as Part)
        : part;
    /** Returns a schema with the components that it refers to in their places. */
    const wholeOf = <Part>(part: Part): Part => {
      if (typeof part !== "object" || part === null) return part;
      if (Array.isArray(part)) return part.map(wholeOf) as Part;
      const { $ref, ...own } = part as Part & { readonly $ref?: string };
      const target = $ref === undefined ? {} : wholeOf(partOf<object>({ $ref }));
      const members = Object.entries(own).map(([name, one]) => [name, wholeOf(one)]);
      return { ...target, ...Object.fromEntries(members) };
    };
    return Object.entries(document.paths).flatMap(([template, methods]) =>
      Object.entries(methods)
        .filter(([, { operationId }]) => operationId !== "oauth2-token")
        .map(([method, { operationId, parameters = [], requestBody }]) => {
          const json = requestBody && partOf<Body>(requestBody).content["application/json"];
          return {
            name: `${method} ${operationId}`,
            method: method.toUpperCase(),
            path: template
              .replaceAll(/\{(?:toPlural|plural)\}/g, "tickets")
              .replaceAll("{internal_name}", "name")
              .replaceAll(/\{\w+\}/g, NO_ID),
            token,
            query: parameters
              .map((one) => partOf<Parameter>(one))
              .filter((one) => one.in === "query"),
            schema: json?.schema && wholeOf(json.schema),
            example: json?.example ?? {},
          };
        }),
    );
  }

  /** The file of an import is not JSON. */
  const takesJson = ({ schema, method }: Operation) => schema !== undefined || method === "GET";

  function branchesOf(schema: Schema | undefined): readonly Schema[] {
    const { anyOf, oneOf, ...own } = schema ?? {};
    return [own, ...[...(anyOf ?? []), ...(oneOf ?? [])].flatMap(branchesOf)];
  }

  const takesNull = (schema: Schema) =>
    branchesOf(schema).some(({ type }) => [type].flat().includes("null"));

  /** Adds every optional member as null, unless null means something there. */
  function withNulls(schema: Schema | undefined, value: unknown): unknown {
    const branches = branchesOf(schema);
    if (Array.isArray(value)) {
      const items = branches.find(({ items }) => items !== undefined)?.items;
      return value.map((one) => withNulls(items, one));
    }
    const form = branches.find(({ properties }) => properties !== undefined);
    if (typeof value !== "object" || value === null || form === undefined) return value;
    const { properties = {}, required = [] } = form;
    const absent = Object.entries(properties).filter(
      ([name, member]) => !required.includes(name) && !takesNull(member) && !(name in value),
    );
    return {
      ...Object.fromEntries(
        Object.entries(value).map(([name, one]) => [name, withNulls(properties[name], one)]),
      ),
      ...Object.fromEntries(absent.map(([name]) => [name, null])),
    };
  }

  async function send(
    { method, path, token }: Operation,
    body: unknown,
    headers: Record<string, string> = { "content-type": "application/json" },
  ): Promise<Refusal> {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const answer = await new Promise<{ status: number; text: string }>((resolve, reject) => {
      const length = text === undefined ? {} : { "content-length": Buffer.byteLength(text) };
      const sent = request(`${app.url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(text === undefined ? {} : headers),
          ...length,
        },
      });
      sent.on("error", reject);
      sent.on("response", async (response) => {
        response.setEncoding("utf8");
        let received = "";
        // A stream of events never ends.
        if (/event-stream/.test(response.headers["content-type"] ?? "")) response.destroy();
        else for await (const part of response) received += part;
        resolve({ status: response.statusCode ?? 0, text: received });
      });
      sent.end(text);
    });
    const { code, issues = [] } = answer.text.startsWith("{") ? JSON.parse(answer.text) : {};
    return { status: answer.status, code, issues };
  }

  test("takes null for each optional member, at any depth", async () => {
    let nulls = 0;
    for (const one of operations.filter(({ schema }) => schema !== undefined)) {
      const nulled = withNulls(one.schema, one.example) as object;
      nulls += JSON.stringify(nulled).split(":null").length - 1;
      const plain = await send(one, { ...one.example, [REFUSED]: 1 });
      expect([one.name, plain.status]).toEqual([one.name, 400]);
      expect(plain.issues.map(({ path }) => path)).toContain(REFUSED);
      expect([one.name, await send(one, { ...nulled, [REFUSED]: 1 })]).toEqual([one.name, plain]);
    }
    expect(nulls).toBeGreaterThan(200);
  });

  test("takes an empty query parameter as absent", async () => {
    for (const one of operations.filter(({ query }) => query.length > 0)) {
      const empty = one.query.filter(({ required = false }) => !required);
      const query = empty.map(({ name }) => `${name}=`).join("&");
      const path = (query: string) => ({ ...one, path: `${one.path}?${query}${REFUSED}=1` });
      const plain = await send(path(""), undefined);
      expect([one.name, plain.status]).toEqual([one.name, 400]);
      expect([one.name, await send(path(`${query}&`), undefined)]).toEqual([one.name, plain]);
    }
  });

  /** Returns copies of a value in which another one is in the place of one of its parts. */
  function* withEachPart(value: unknown, other: unknown): Generator<unknown> {
    yield other;
    if (typeof value !== "object" || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      for (const changed of withEachPart(inner, other)) {
        yield Array.isArray(value)
          ? value.with(Number(name), changed)
          : { ...value, [name]: changed };
      }
    }
  }

  const NO_TEXT = { toString: 1, valueOf: 1, toJSON: 1 };
  const UNREADABLE = { ...NO_TEXT, length: NO_TEXT };

  test("refuses an object that has no text, anywhere in its body", async () => {
    let sent = 0;
    const faults: unknown[] = [];
    for (const one of operations.filter(({ schema }) => schema !== undefined)) {
      const absent = Object.keys(one.schema?.properties ?? {}).map((name) => [name, [NO_TEXT]]);
      const whole = { ...Object.fromEntries(absent), ...one.example };
      for (const other of [NO_TEXT, UNREADABLE, [UNREADABLE]]) {
        for (const body of withEachPart(whole, other)) {
          const { status } = await send(one, body);
          if (status < 400 || status > 499) faults.push([one.name, status, JSON.stringify(body)]);
          sent++;
        }
      }
    }
    expect(faults).toEqual([]);
    expect(sent).toBeGreaterThan(3_000);
  });

  test("takes {} as no body, if it takes none", async () => {
    const bare = operations.filter((one) => one.schema === undefined && takesJsonOrNone(one));
    expect(bare.length).toBeGreaterThan(100);
    for (const one of bare) {
      const plain = await send(one, undefined);
      for (const body of ["{}", " { }\r\n", ""]) {
        for (const headers of [{}, { "content-type": "application/json" }]) {
          expect([
            one.name,
            body,
            await send(one, body, headers as Record<string, string>),
          ]).toEqual([one.name, body, plain]);
        }
      }
      const given = await send(one, { [REFUSED]: 1 });
      expect([one.name, given.status]).toEqual([one.name, 400]);
    }
  });

  const takesJsonOrNone = ({ method, path }: Operation) =>
    takesJson({ schema: undefined, method } as Operation) || !path.endsWith("/data");

  test("takes an empty body as {}", async () => {
    for (const one of operations.filter(({ schema }) => schema !== undefined)) {
      if ((one.schema?.required ?? []).length === 0) continue;
      const [empty, braces] = [await send(one, ""), await send(one, {})];
      expect([one.name, empty]).toEqual([one.name, braces]);
      expect([one.name, braces.status]).toEqual([one.name, 400]);
    }
  });

  /** One operation of each form, because those of the object types have the same ones, and the words do not count. */
  function ofEachForm(): readonly Operation[] {
    const isWords = (name: string, value: unknown) =>
      ["description", "title"].includes(name) && typeof value === "string";
    const formOf = ({ method, schema }: Operation) =>
      JSON.stringify([method, schema], (name, value) => (isWords(name, value) ? "" : value));
    const taking = operations.filter(({ schema }) => schema !== undefined);
    return [...Map.groupBy(taking, formOf).values()].flatMap(([first]) => first ?? []);
  }

  const exampleIn = (message: string) => {
    const [, json] = /Example: (.+)$/.exec(message) ?? [];
    return json === undefined ? undefined : JSON.parse(json);
  };

  test("ends an error about the form of its body with an example of the right one", async () => {
    for (const one of ofEachForm()) {
      for (const body of ["[]", '"x"', "null", '{"a":']) {
        const { status, issues } = await send(one, body);
        expect([one.name, body, status, OF_FORM.includes(issues[0]?.code ?? "")]).toEqual([
          one.name,
          body,
          400,
          true,
        ]);
        const example = exampleIn(issues[0]?.message ?? "");
        expect([one.name, body, typeof example]).toEqual([one.name, body, "object"]);
        const right = await send(one, { ...example, [REFUSED]: 1 });
        const wrong = right.issues.filter(({ code }) => OF_FORM.includes(code));
        expect([one.name, example, wrong]).toEqual([one.name, example, []]);
      }
    }
  });

  test("shows an example of a change that it takes, if its body changes nothing", async () => {
    let examples = 0;
    for (const one of ofEachForm()) {
      const { issues } = await send(one, {});
      const example = exampleIn(issues.find(({ path }) => path === "")?.message ?? "");
      if (example === undefined) continue;
      examples++;
      const right = await send(one, { ...example, [REFUSED]: 1 });
      const faults = ["unrecognized_key", ...OF_FORM];
      const wrong = right.issues.filter(
        ({ path, code }) => path !== REFUSED && faults.includes(code),
      );
      expect([one.name, example, wrong]).toEqual([one.name, example, []]);
    }
    expect(examples).toBeGreaterThan(5);
  });

  test("ends an error about the form of each member with an example that it takes", async () => {
    let examples = 0;
    const bare: unknown[] = [];
    for (const one of ofEachForm()) {
      for (const name of Object.keys(one.schema?.properties ?? {})) {
        for (const value of [{ wrong: { very: [1] } }, 1.5, "?!"]) {
          const { issues } = await send(one, { ...one.example, [name]: value, [REFUSED]: 1 });
          for (const { path, code, message } of issues) {
            if (path !== name || !OF_FORM.includes(code)) continue;
            const example = exampleIn(message);
            if (example === undefined) {
              if (!SAYS_HOW.test(message)) bare.push([one.name, path, message]);
            } else {
              examples++;
              const right = await send(one, { ...one.example, [name]: example, [REFUSED]: 1 });
              const wrong = right.issues.filter(
                (issue) => `${issue.path}.`.startsWith(`${name}.`) && OF_FORM.includes(issue.code),
              );
              expect([one.name, example, wrong]).toEqual([one.name, example, []]);
            }
          }
        }
      }
    }
    expect(bare).toEqual([]);
    expect(examples).toBeGreaterThan(300);
  });

  /** A cursor that is right is in no schema. */
  const SAYS_HOW = /nextCursor/;

  test("ends an error about the form of each parameter with an example that it takes", async () => {
    let examples = 0;
    const bare: unknown[] = [];
    for (const one of operations) {
      const wrong = [
        ...one.query.map(({ name }) => ({ name, path: `${one.path}?${name}=%3F%21&${REFUSED}=1` })),
        { name: "", path: `${one.path.replaceAll(NO_ID, "x")}?${REFUSED}=1` },
      ];
      for (const { name, path } of wrong) {
        for (const { code, message, ...issue } of (await send({ ...one, path }, undefined))
          .issues) {
          const isAsked =
            name === "" ? path.includes("/x") && issue.path !== "" : issue.path === name;
          if (!isAsked || !OF_FORM.includes(code) || code === "required") continue;
          const example = exampleIn(message);
          if (example === undefined) {
            if (!SAYS_HOW.test(message)) bare.push([one.name, name || issue.path, message]);
          } else if (name !== "") {
            const right = `${one.path}?${name}=${encodeURIComponent(example)}&${REFUSED}=1`;
            const { issues } = await send({ ...one, path: right }, undefined);
            const again = issues.filter((it) => it.path === name && OF_FORM.includes(it.code));
            expect([one.name, example, again]).toEqual([one.name, example, []]);
          }
          examples++;
        }
      }
    }
    expect(bare).toEqual([]);
    expect(examples).toBeGreaterThan(150);
  });

  test("refuses JSON that its parser would change, or that is too deep", async () => {
    const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
    const headers = { "content-type": "application/json", "idempotency-key": "deep" };
    for (const one of ofEachForm()) {
      const [name = "other"] = Object.keys(one.schema?.properties ?? {});
      const found = async (body: string) => {
        const { status, issues } = await send(one, body, headers);
        return [one.name, status, issues.map(({ path, code }) => `${path} ${code}`)];
      };
      const twice = `{"${name}":{"b":1,"\\u0062":2},"a":"}\\"","${name}":[{"c":1},{"c":1,"d":{},"c":2}]}`;
      const repeated = [`${name}.b`, name, `${name}.1.c`].map((path) => `${path} member_repeated`);
      expect(await found(twice)).toEqual([one.name, 400, repeated]);
      const long = `{"${name}":[1,"1234567890.12345678901",-1234567890.12345678901]}`;
      expect(await found(long)).toEqual([one.name, 400, [`${name}.2 value_invalid`]]);
      expect(await found(`{"${name}":${deep(64)}}`)).toEqual([one.name, 400, [" too_many"]]);
      const kept = [deep(40), "0.10000000000000001", "1e-7", "12345678901234567000000", "5e-324"];
      for (const value of kept) {
        const [, , codes] = await found(`{"${name}":${value},"${REFUSED}":{}}`);
        expect([one.name, codes]).toEqual([one.name, expect.arrayContaining([UNKNOWN_MEMBER])]);
      }
    }
  });

  const UNKNOWN_MEMBER = `${REFUSED} unrecognized_key`;
});
