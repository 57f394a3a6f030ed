import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { generateTypes } from "@rapport/openapi-types";
import { expect, onTestFinished, test } from "vitest";
import { sharedApp } from "../support/app.ts";
import { saveManyProperties } from "../support/own-properties.ts";

const TSC = createRequire(import.meta.url)
  .resolve("typescript/package.json")
  .replace(/package.json$/, "bin/tsc");

/** What a program writes that uses the types of its project. */
const PROGRAM = `
import type { components, paths } from "./schema.ts";
type Body = NonNullable<paths["/api/objects/contacts"]["post"]["requestBody"]>["content"]["application/json"];
type Found = components["schemas"]["ContactRecord"]["properties"];
export const good: Body = {
  properties: { email: "ada@example.com", own_tier: "gold", own_number: 7, own_strings: ["a"] },
};
export const one: Body = { properties: [{ internal_name: "own_boolean", value: true }] };
export const tier = (found: Found): "gold" | "silver" | (string & {}) | null | undefined => found.own_tier;
export const car: paths["/api/crm/objects/rental_cars/{id}"]["get"]["parameters"]["path"] = { id: 7 };
export const newCar: components["schemas"]["RentalCarValuesToCreate"] = { plate: "A 1", seats: 4 };
// @ts-expect-error: a rental car has a plate
export const badCar: components["schemas"]["RentalCarValuesToCreate"] = { seats: 4 };
// @ts-expect-error: an option that a closed list does not have
export const badOption: Body = { properties: { own_tier: "bronze" } };
// @ts-expect-error: a property that the type does not have
export const badName: Body = { properties: { own_teir: "gold" } };
// @ts-expect-error: no date is a number
export const badType: Body = { properties: { own_date: 7 } };
// @ts-expect-error: a note has a text
export const badNote: components["schemas"]["NoteValuesToCreate"] = { owner_id: "ada" };
`;

test("openapi-typescript makes types of a project's own properties and options", async () => {
  await using app = await sharedApp("sqlite");
  const { token, projectId } = await app.caller();
  await saveManyProperties(app.deps, projectId);
  const { body } = await app.call("GET", "/api/crm/openapi.json", { token });
  const folder = await mkdtemp(join(tmpdir(), "rapport-types-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "schema.ts"), await generateTypes(body));
  await writeFile(join(folder, "program.ts"), PROGRAM);
  const settings = ["--strict", "--noEmit", "--allowImportingTsExtensions", "--module", "nodenext"];
  const check = promisify(execFile)(process.execPath, [TSC, ...settings, "program.ts"], {
    cwd: folder,
  });
  await expect(check.catch((error) => error.stdout || error)).resolves.toMatchObject({
    stdout: "",
  });
});
