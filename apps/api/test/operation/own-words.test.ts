import { OBJECT_TYPES } from "@rapport/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sharedApp, type TestApp } from "../support/app.ts";
import { expectOwnWords } from "../support/own-words.ts";

interface Schema {
  $ref?: string;
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
}
interface Body {
  $ref?: string;
  content?: Record<string, { schema: Schema }>;
}
interface Operation {
  operationId: string;
  parameters?: { $ref?: string; name: string; in: string }[];
  requestBody?: Body;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, { name: string; in: string }>;
    requestBodies: Record<string, Body>;
  };
}

/** Values of every type of JSON, and texts that are too short, too long or of no format. */
const BAD: readonly unknown[] = [
  ...[null, true, -1, 1.5, 1e300, "", "x", "\u0000", "x".repeat(70_000)],
  ...[[], [null], ["x"], {}, { x: 1 }, Array.from({ length: 300 }, () => "x")],
];

let app: TestApp;
beforeAll(async () => {
  app = await sharedApp("sqlite");
});
afterAll(() => app[Symbol.asyncDispose]());

test.each(["public", "workspace"])(
  "reports every fault of every %s operation in our own words",
  async (name) => {
    const document: Document = (await app.call("GET", `/openapi/${name}.json`)).body;
    const token = name === "public" ? (await app.caller()).token : (await app.workspace()).key;
    let refused = 0;
    for (const [path, methods] of Object.entries(document.paths)) {
      if (path.startsWith("/oauth2/")) continue;
      for (const [method, operation] of Object.entries(methods)) {
        for (const bad of valuesFor(operation)) {
          const answer = await app.call(
            method.toUpperCase(),
            pathFor(path, parametersOf(document, operation), bad),
            {
              token,
              ...bodyFor(document, operation, bad),
            },
          );
          expect([operation.operationId, answer.status]).toEqual([
            operation.operationId,
            expect.toBeOneOf([200, 201, 202, 400, 404, 409, 413, 431, 503]),
          ]);
          if (answer.status !== 400) continue;
          refused++;
          expect([operation.operationId, answer.body.issues.length]).not.toContain(0);
          expectOwnWords(answer.body.issues);
        }
      }
    }
    expect(refused).toBeGreaterThan(100);
  },
);

const PLURALS = Object.values(OBJECT_TYPES).map(({ plural }) => plural);
/**
 * The values for an operation. Those on records are made of one schema for all types: contacts get all values, and the
 * other types share them.
 */
function valuesFor({ operationId }: Operation): readonly unknown[] {
  const type = PLURALS.findIndex((plural) => operationId.startsWith(`public-${plural}-`));
  if (type === -1 || PLURALS[type] === "contacts") return BAD;
  return BAD.filter((_, i) => i % PLURALS.length === type);
}

/** The parameters of an operation, also those that several share. */
function parametersOf({ components }: Document, { parameters = [] }: Operation) {
  return parameters.flatMap((one) => {
    const [, name] = /parameters\/(.+)$/.exec(one.$ref ?? "") ?? [];
    const named = name === undefined ? one : components.parameters[name];
    return named === undefined ? [] : [named];
  });
}

function pathFor(
  path: string,
  parameters: readonly { name: string; in: string }[],
  bad: unknown,
): string {
  const text = (typeof bad === "string" ? bad : JSON.stringify(bad)).slice(0, 400) || "-";
  const filled = path.replaceAll(/\{\w+\}/g, encodeURIComponent(text.replaceAll("/", "-")));
  const query = parameters.filter((one) => one.in === "query").map(({ name }) => [name, text]);
  return `${filled}?${new URLSearchParams([...query, ["unknown", text]] as [string, string][])}`;
}

/** A body whose members all have the value, at every depth. */
function bodyFor(document: Document, { requestBody }: Operation, bad: unknown): { json?: unknown } {
  const [, name = ""] = /requestBodies\/(.+)$/.exec(requestBody?.$ref ?? "") ?? [];
  const body = document.components.requestBodies[name] ?? requestBody;
  const schema = body?.content?.["application/json"]?.schema;
  if (schema === undefined) return {};
  const isWhole = bad === null || bad === true || Array.isArray(bad);
  return { json: isWhole && bad !== null ? bad : filledWith(document, schema, bad) };
}

function filledWith(document: Document, schema: Schema, bad: unknown): unknown {
  const { $ref, properties, items } = schema;
  if ($ref !== undefined) {
    const named = document.components.schemas[$ref.replace("#/components/schemas/", "")];
    return named === undefined ? bad : filledWith(document, named, bad);
  }
  if (items !== undefined) return [filledWith(document, items, bad), bad];
  if (properties === undefined) return bad;
  const members = Object.entries(properties).map(([name, one]) => [
    name,
    filledWith(document, one, bad),
  ]);
  return Object.fromEntries([...members, ["unknown", bad]]);
}
