import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sharedApp, type TestApp } from "../support/app.ts";
import { saveManyProperties } from "../support/own-properties.ts";

const REDOCLY = createRequire(import.meta.url).resolve("@redocly/cli/bin/cli.js");
const OFFLINE = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

interface Operation {
  summary?: string;
  description?: string;
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<string, { content?: Record<string, { example?: unknown }> }>;
}

describe.each(["/openapi/public.json", "/openapi/workspace.json", "/api/crm/openapi.json"])(
  "the reference at %s",
  (path) => {
    let app: TestApp;
    let folder: string;
    let token: string;
    beforeAll(async () => {
      app = await sharedApp("sqlite");
      folder = await mkdtemp(join(tmpdir(), "rapport-redocly-"));
      const caller = await app.caller();
      await saveManyProperties(app.deps, caller.projectId);
      ({ token } = caller);
    });
    afterAll(async () => {
      await app[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    });

    it("passes Redocly's recommended rules without a warning", async () => {
      const file = join(folder, "openapi.json");
      const { body } = await app.call("GET", path, { token });
      await writeFile(file, JSON.stringify(body));
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [
          REDOCLY,
          "lint",
          "--extends=recommended",
          // `/contacts/by/history` fits `/contacts/{contactId}/history` too, but an id is a number.
          "--skip-rule=no-ambiguous-paths",
          "--format=json",
          "--max-problems=100",
          file,
        ],
        { env: { ...process.env, ...OFFLINE }, cwd: folder },
      );
      expect(JSON.parse(stdout).problems).toEqual([]);
    });

    // Examples of responses were recorded for the built-in properties.
    it.skipIf(path === "/api/crm/openapi.json")(
      "describes each operation, with examples of the request, the response and each error",
      async () => {
        const { body } = await app.call("GET", path, { token });
        for (const [at, methods] of Object.entries(body.paths as Record<string, object>)) {
          for (const [method, operation] of Object.entries(methods) as [string, Operation][]) {
            const lacking = [
              ...(operation.summary ? [] : ["summary"]),
              ...(operation.description ? [] : ["description"]),
              ...withoutExample("request", operation.requestBody),
              ...Object.entries(operation.responses).flatMap(([status, response]) =>
                withoutExample(status, response),
              ),
            ];
            expect([`${method} ${at}`, lacking]).toEqual([`${method} ${at}`, []]);
          }
        }
      },
    );
  },
);

function withoutExample(
  label: string,
  part: { content?: Record<string, { example?: unknown }> } | undefined,
): readonly string[] {
  const media = part?.content?.["application/json"];
  return media === undefined || media.example !== undefined ? [] : [label];
}
