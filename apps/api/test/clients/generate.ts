// Writes the TypeScript types of both OpenAPI documents for openapi-fetch.test.ts. `npm run check` and `npm test` run it
// if a source has changed. Its output is not committed, because one new operation changes thousands of lines.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateTypes } from "@rapport/openapi-types";
import { publicDocument } from "../../src/openapi/public.ts";
import { workspaceDocument } from "../../src/openapi/workspace.ts";

const ISSUER = "http://localhost:3000";

const folder = join(import.meta.dirname, "generated");
mkdirSync(folder, { recursive: true });
for (const [name, document] of [
  ["public", await publicDocument(ISSUER)],
  ["workspace", await workspaceDocument(ISSUER)],
] as const) {
  writeFileSync(join(folder, `${name}.ts`), await generateTypes(document as never));
}
