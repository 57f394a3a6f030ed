import { OBJECT_TYPES } from "@rapport/core";
import { appRouter } from "@rapport/core/routers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { sharedApp, type TestApp } from "../support/app.ts";
import { inlined } from "../support/openapi.ts";

interface Schema {
  additionalProperties?: unknown;
  examples?: unknown[];
  $ref?: string;
  description?: string;
  type?: string | string[];
  format?: string;
  maximum?: number;
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
}
interface Operation {
  operationId: string;
  summary: string;
  description: string;
  parameters?: {
    name: string;
    in: string;
    description?: string;
    example?: unknown;
    schema: Schema;
  }[];
  security: Record<string, string[]>[];
  responses: Record<
    string,
    {
      headers?: Record<string, { $ref: string }>;
      content?: Record<string, { schema: Schema; example?: unknown }>;
    }
  >;
  requestBody?: {
    required: boolean;
    content: Record<string, { schema: Schema; example?: unknown }>;
  };
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    headers: Record<string, object>;
    responses: Record<string, object>;
    parameters: Record<string, object>;
    requestBodies: Record<string, object>;
  };
  info: { description: string };
}

const ISSUE = { $ref: "#/components/schemas/Issue" };

let app: TestApp;
beforeAll(async () => {
  app = await sharedApp("sqlite");
});
afterAll(() => app[Symbol.asyncDispose]());

const documentOf = async (name: string): Promise<Document> => inlined(await sharedDocument(name));

/** The document as it is served: with components that operations share. */
const sharedDocument = async (name: string): Promise<Document> =>
  (await app.call("GET", `/openapi/${name}.json`)).body;

/** The operations that are procedures. */
const operationsOf = (document: Document) =>
  Object.entries(document.paths)
    .filter(([path]) => path !== "/oauth2/token")
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
    );

/** Lists the members of all objects in a schema. */
function membersOf(schema: Schema | undefined, at: string): { at: string; member: Schema }[] {
  if (schema === undefined) return [];
  const members = Object.entries(schema.properties ?? {});
  return [
    ...members.map(([name, member]) => ({ at: `${at}.${name}`, member })),
    ...members.flatMap(([name, member]) => membersOf(member, `${at}.${name}`)),
    ...membersOf(schema.items, `${at}[]`),
    ...(schema.anyOf ?? []).flatMap((one) => membersOf(one, at)),
  ];
}

/** Updates that set no unique value. */
const WITHOUT_CONFLICTS = [
  "public-types-update",
  "public-pipelines-update",
  "public-pipelines-stages-update",
  "workspace-webhooks-endpoints-update",
];

describe.each([
  { name: "public", mark: "success" },
  { name: "workspace", mark: "status" },
])("the $name document", ({ name, mark }) => {
  it("is OpenAPI 3.1 and contains every procedure of its surface", async () => {
    const document = await documentOf(name);
    expect(document.openapi).toBe("3.1.0");
    // The operations on records of any type are described as those of each type.
    const procedures = Object.keys(appRouter._def.procedures).filter(
      (path) => path.startsWith(`${name}.`) && !path.startsWith("public.objects."),
    );
    if (name === "public") {
      procedures.push(
        "public.exports.file",
        "public.events.stream",
        "public.imports.data",
        "public.imports.refused",
        "public.openapi",
      );
    }
    const ids = operationsOf(document).map(({ operation }) => operation.operationId);
    expect(ids.toSorted()).toEqual(procedures.map((path) => path.replaceAll(".", "-")).toSorted());
  });

  it("gives each operation its scope, its statuses and the surface's error", async () => {
    const document = await documentOf(name);
    for (const { method, operation } of operationsOf(document)) {
      const [scopes] = operation.security.map((one) => Object.values(one)[0]);
      // Reference pages show the scopes of OAuth 2 by themselves.
      if (name === "workspace") {
        expect(operation.security).toEqual([{ apiKey: [] }]);
        expect(operation.description).toMatch(/\n\nThe key needs the scope `\w+:\w+`\.$/);
      }
      // A merge changes records and removes others.
      else expect(scopes).toHaveLength(/merge$/.test(operation.operationId) ? 2 : 1);
      const statuses = Object.keys(operation.responses);
      expect(statuses).toEqual(expect.arrayContaining(["400", "401", "403", "429", "500"]));
      const successes = statuses.filter((status) => status.startsWith("2"));
      const hasTwo = /-batch-|-upsert$|exports-file$/.test(operation.operationId);
      expect(successes).toHaveLength(hasTwo ? 2 : 1);
      if (method === "patch" && !WITHOUT_CONFLICTS.includes(operation.operationId)) {
        expect(statuses).toContain("409");
      }
      expect(operation.responses["400"]?.content?.["application/json"]?.schema.$ref).toBe(
        "#/components/schemas/Error",
      );
    }
    expect(document.components.schemas.Error?.required).toContain(mark);
  });

  it("gives each response an example that matches its schema", async () => {
    const document = await documentOf(name);
    for (const { operation } of operationsOf(document)) {
      const answers = Object.entries(operation.responses).filter(([status]) => status !== "304");
      const examples = answers.map(([, { content = {} }]) => Object.values(content)[0]?.example);
      expect([operation.operationId, ...examples]).not.toContain(undefined);
    }
    expect(JSON.stringify(document)).not.toMatch(/\ba appointment|"readOnly":true/i);
  });

  it("describes every parameter, with an example for those in paths", async () => {
    const parameters = operationsOf(await documentOf(name)).flatMap(({ method, path, operation }) =>
      (operation.parameters ?? []).map((one) => ({ ...one, at: `${method} ${path} ${one.name}` })),
    );
    expect(parameters.length).toBeGreaterThan(10);
    expect(parameters.filter((one) => one.description === undefined)).toEqual([]);
    const inPaths = parameters.filter(({ in: place }) => place === "path");
    expect(inPaths.filter(({ example }) => example === undefined)).toEqual([]);
    // Reference pages fill in examples. An example of a filter would filter every tried list.
    const filled = parameters.filter((one) => one.in === "query" && one.example !== undefined);
    expect([...new Set(filled.map((one) => one.name))].filter((one) => one !== "limit")).toEqual(
      [],
    );
    // Path numbers arrive as text and both types are valid; the example shows the one to send.
    expect(parameters.filter(({ schema }) => "anyOf" in schema)).toEqual([]);
  });

  it("describes every member of every body", async () => {
    const document = await documentOf(name);
    const bodies = operationsOf(document).flatMap(({ operation }) =>
      [operation.requestBody, ...Object.values(operation.responses)].map(
        (body) => [operation.operationId, body?.content?.["application/json"]?.schema] as const,
      ),
    );
    const found = [...bodies, ...Object.entries(document.components.schemas)].flatMap(
      ([at, schema]) => membersOf(schema, at),
    );
    expect(found.length).toBeGreaterThan(50);
    // An object is described by its members.
    const isSaid = ({ description, $ref, const: value, properties }: Schema) =>
      [description, $ref, value, properties].some((one) => one !== undefined);
    expect(found.filter(({ member }) => !isSaid(member)).map(({ at }) => at)).toEqual([]);
  });
});

describe.each(["public", "workspace"])("the schemas of the %s document", (name) => {
  it("are open for answers, which may gain members, and closed for bodies", async () => {
    const document = await documentOf(name);
    let bodies = 0;
    for (const { operation } of operationsOf(document)) {
      for (const { content } of Object.values(operation.responses)) {
        expect(closedObjects(document, content?.["application/json"]?.schema)).toEqual([]);
      }
      const body = operation.requestBody?.content["application/json"]?.schema;
      if (body === undefined) continue;
      bodies++;
      expect([operation.operationId, body.additionalProperties]).toEqual([
        ...[operation.operationId, false],
      ]);
    }
    expect(bodies).toBeGreaterThan(3);
  });

  it("say that an issue may list the allowed values", async () => {
    const { schemas } = (await documentOf(name)).components;
    expect(schemas.Error?.properties?.issues?.items).toEqual(ISSUE);
    expect(schemas.Issue?.properties).toHaveProperty("allowed");
  });
});

it("describes the issues of a failed input of a batch like those of an error", async () => {
  const { BatchError } = (await documentOf("public")).components.schemas;
  expect(BatchError?.properties?.issues?.items).toEqual(ISSUE);
});

it("names Idempotent-Replayed where a request can be sent with a key", async () => {
  for (const { operation } of operationsOf(await documentOf("public"))) {
    const isKeyed = operation.parameters?.some((one) => one.name === "Idempotency-Key") ?? false;
    for (const [status, { headers = {} }] of Object.entries(operation.responses)) {
      const at = `${operation.operationId} ${status}`;
      const isSuccess = status.startsWith("2");
      expect([at, "Idempotent-Replayed" in headers]).toEqual([at, isKeyed && isSuccess]);
    }
  }
});

it("says how many event types an endpoint can have", async () => {
  const document = await documentOf("workspace");
  const operation = document.paths["/v1/webhooks/endpoints"]?.post;
  const { events } = operation?.requestBody?.content["application/json"]?.schema.properties ?? {};
  expect(events).toMatchObject({ minItems: 1, maxItems: 1_000 });
});

it("names the headers of a file in the responses that have them", async () => {
  const { paths } = await documentOf("public");
  const headersOf = (path: string, status: string) =>
    Object.keys(paths[path]?.get?.responses[status]?.headers ?? {});
  const tags = ["ETag", "Last-Modified", "Accept-Ranges"];
  const file = "/api/crm/exports/{exportId}/file";
  for (const status of ["200", "206", "304"]) {
    expect(headersOf(file, status)).toEqual(expect.arrayContaining(tags));
  }
  expect(headersOf("/api/crm/imports/{importId}/refused", "200")).toContain("Content-Disposition");
});

describe.each(["public", "workspace"])("the operations of the %s document", (name) => {
  it("name the refusals of every body and of too long headers", async () => {
    for (const { operation, method } of operationsOf(await documentOf(name))) {
      const statuses = Object.keys(operation.responses);
      expect([operation.operationId, ...statuses]).toContain("431");
      const takesBody = method === "post" || method === "patch";
      if (takesBody) expect([operation.operationId, ...statuses]).toContain("415");
    }
  });

  it("need a body, except a search for all", async () => {
    for (const { operation, path } of operationsOf(await documentOf(name))) {
      if (operation.requestBody === undefined) continue;
      // An association without a body is the plain one.
      const isOptional =
        path.endsWith("/search") || path.endsWith("/associations/{toPlural}/{toId}");
      expect([operation.operationId, operation.requestBody.required]).toEqual([
        ...[operation.operationId, !isOptional],
      ]);
    }
  });

  it("have no numeric parameter without a maximum", async () => {
    for (const { operation } of operationsOf(await documentOf(name))) {
      for (const { name: of, schema } of operation.parameters ?? []) {
        if (schema.type !== "integer") continue;
        expect([operation.operationId, of, typeof schema.maximum]).toContain("number");
      }
    }
  });
});

describe.each(["public", "workspace"])("the headers in the %s document", (name) => {
  it("are described once and named by every answer that has them", async () => {
    const document = await documentOf(name);
    for (const { operation } of operationsOf(document)) {
      for (const [status, { headers = {} }] of Object.entries(operation.responses)) {
        const at = `${operation.operationId} ${status}`;
        const names = Object.keys(headers);
        expect([at, ...names]).toContain("X-Request-Id");
        expect([at, names.includes("RateLimit")]).toEqual([at, !["401", "431"].includes(status)]);
        expect([at, names.includes("WWW-Authenticate")]).toEqual([
          ...[at, ["401", "403"].includes(status)],
        ]);
        expect([at, names.includes("Retry-After")]).toEqual([
          ...[at, ["409", "429", "503"].includes(status)],
        ]);
        for (const { $ref } of Object.values(headers)) {
          expect(document.components.headers).toHaveProperty($ref.split("/").at(-1) as string);
        }
      }
    }
    expect(document.info.description).toContain("`Allow`");
  });
});

it("describes the token endpoint in the public document, with a client's id and secret", async () => {
  const document = await documentOf("public");
  const operation = document.paths["/oauth2/token"]?.post;
  expect(operation?.security).toEqual([{ clientBasic: [] }]);
  expect(Object.keys(operation?.requestBody?.content ?? {})).toEqual([
    "application/x-www-form-urlencoded",
  ]);
  expect(Object.keys(operation?.responses ?? {})).toEqual(
    expect.arrayContaining(["200", "400", "401", "429"]),
  );
});

it("names the built-in properties of a type where one is named", async () => {
  const document = await documentOf("public");
  for (const { plural, idParam, properties } of Object.values(OBJECT_TYPES)) {
    const operation = document.paths[`/api/crm/objects/${plural}/{${idParam}}`]?.patch;
    const body = operation?.requestBody?.content["application/json"]?.schema;
    expect(body?.properties?.internal_name?.examples).toEqual(properties.map(({ name }) => name));
  }
});

describe.each([
  { name: "public", maxBytes: 1_000_000 },
  { name: "workspace", maxBytes: 150_000 },
])("the $name document as a file", ({ name, maxBytes }) => {
  it("is short enough for a generator", async () => {
    const answer = await fetch(`${app.url}/openapi/${name}.json`);
    expect((await answer.arrayBuffer()).byteLength).toBeLessThan(maxBytes);
  });

  it("has each response, parameter and body once", async () => {
    const { paths, components } = await sharedDocument(name);
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    const parts = operations.flatMap(({ parameters = [], responses, requestBody }) => [
      ...[...parameters, ...Object.values(responses)],
      ...(requestBody === undefined ? [] : [requestBody]),
      ...Object.values(responses).flatMap(({ content = {} }) =>
        Object.values(content)
          .map(({ schema }) => schema)
          .filter(({ type }) => type === "object"),
      ),
    ]);
    const { schemas, responses, parameters, requestBodies } = components;
    const named = [schemas, responses, parameters, requestBodies]
      .flatMap((one) => Object.values<object>(one))
      .map((part) => JSON.stringify(part));
    const inline = parts.filter((part) => !("$ref" in part)).map((part) => JSON.stringify(part));
    expect(inline.length).toBeGreaterThan(20);
    const repeated = inline.filter((text, at) => inline.indexOf(text) !== at);
    expect([...repeated, ...inline.filter((text) => named.includes(text))]).toEqual([]);
  });

  it("refers only to components that it has, and has none that nothing refers to", async () => {
    const document = await sharedDocument(name);
    const text = JSON.stringify(document);
    const { schemas, headers, responses, parameters, requestBodies } = document.components;
    const shared = { schemas, headers, responses, parameters, requestBodies };
    const known = Object.entries(shared).flatMap(([kind, parts]) =>
      Object.keys(parts).map((one) => `#/components/${kind}/${one}`),
    );
    const used = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref);
    expect([...new Set(used)].toSorted()).toEqual(known.toSorted());
  });

  it("gives every integer a format, and every one that may be above 2,147,483,647 int64", async () => {
    const integers: string[] = [];
    const visit = (part: unknown, at: string): void => {
      if (typeof part !== "object" || part === null) return;
      const { type, maximum = Number.POSITIVE_INFINITY, format } = part as Schema;
      if ([type].flat().includes("integer")) {
        integers.push(at);
        expect([at, format]).toEqual([at, maximum > 2 ** 31 - 1 ? "int64" : "int32"]);
      }
      for (const [key, one] of Object.entries(part)) {
        if (key !== "example" && key !== "examples") visit(one, `${at}/${key}`);
      }
    };
    visit(await sharedDocument(name), "");
    expect(integers.length).toBeGreaterThan(2);
  });
});

it("gives every id of a record the format int64, in paths, bodies and answers", async () => {
  const document = await documentOf("public");
  for (const { idParam, plural } of Object.values(OBJECT_TYPES)) {
    const { parameters, responses } =
      document.paths[`/api/crm/objects/${plural}/{${idParam}}`]?.get ?? {};
    expect(parameters?.find(({ name }) => name === idParam)?.schema.format).toBe("int64");
    const answer = responses?.["200"]?.content?.["application/json"]?.schema;
    expect(answer?.properties?.data?.$ref).toBe("#/components/schemas/Record");
    const made = document.paths[`/api/objects/${plural}`]?.post?.responses["201"];
    const record = made?.content?.["application/json"]?.schema.properties?.data;
    expect([plural, record?.properties?.id?.format]).toEqual([plural, "int64"]);
  }
  const { Record: record, UpdateInput: input } = document.components.schemas;
  expect([record?.properties?.id?.format, input?.properties?.id?.format]).toEqual([
    ...["int64", "int64"],
  ]);
});

/** The objects within a schema that allow no other members. */
function closedObjects(document: Document, schema: Schema | undefined, seen = new Set<unknown>()) {
  const closed: Schema[] = [];
  const visit = (part: unknown): void => {
    if (typeof part !== "object" || part === null || seen.has(part)) return;
    seen.add(part);
    const { $ref, additionalProperties } = part as Schema;
    if ($ref !== undefined) visit(document.components.schemas[$ref.split("/").at(-1) ?? ""]);
    if (additionalProperties === false) closed.push(part as Schema);
    for (const one of Object.values(part)) visit(one);
  };
  visit(schema);
  return closed;
}

it("the server returns the documented response to an example request", async () => {
  const caller = await app.caller();
  const document = await documentOf("public");
  for (const { plural } of Object.values(OBJECT_TYPES)) {
    const operation = document.paths[`/api/objects/${plural}`]?.post;
    const example = operation?.requestBody?.content["application/json"]?.example;
    const answer = await app.call("POST", `/api/objects/${plural}`, {
      token: caller.token,
      json: example,
    });
    expect([plural, answer.status]).toEqual([plural, 201]);
    expect(operation?.responses).toHaveProperty("201");
  }
});

it("the server returns the documented responses to the Workspace examples", async () => {
  const workspace = await app.workspace();
  const document = await documentOf("workspace");
  for (const path of ["/contacts", "/deals"]) {
    const example =
      document.paths[`/v1${path}`]?.post?.requestBody?.content["application/json"]?.example;
    const answer = await workspace.call("POST", path, { json: example });
    expect([path, answer.status]).toEqual([path, 201]);
  }
});

it("serves every page that a guide links to", async () => {
  const waiting = (await documentOf("public")).info.description.match(/[\w-]+\.md/g) ?? [];
  const seen = new Set<string>(waiting);
  const missing: string[] = [];
  for (const name of seen) {
    const { status, body } = await app.call("GET", `/docs/${name}`);
    if (status !== 200) missing.push(name);
    for (const [, linked = ""] of String(body).matchAll(/\]\(([\w-]+\.md)/g)) seen.add(linked);
  }
  expect(seen).toContain("lists-and-keys.md");
  expect(missing).toEqual([]);
});

it("/docs links both documents and the guides, and loads nothing from another host", async () => {
  const page = await app.call("GET", "/docs");
  expect(page.status).toBe(200);
  expect(page.body).toContain("/openapi/public.json");
  expect(page.body).toContain("/openapi/workspace.json");
  expect(page.body).not.toMatch(/(src|href)="https?:/);
  const guides = (await documentOf("public")).info.description.match(/\/docs\/[\w-]+\.md/g) ?? [];
  expect(guides.length).toBeGreaterThan(5);
  for (const guide of guides) {
    const { status, body, headers } = await app.call("GET", guide);
    expect([guide, status, headers.get("content-type")]).toEqual([
      ...[guide, 200, "text/plain; charset=utf-8"],
    ]);
    expect(body).toMatch(/^# /);
  }
  expect(page.headers.get("content-security-policy")).toContain("default-src 'self'");
  expect((await app.call("GET", "/docs/reference.js")).status).toBe(200);
});
