import { createRecord, deleteRecord, type Principal, readRecord } from "@rapport/core";
import type { Page } from "playwright-core";
import type { Installation } from "./installation.ts";

/** Creates a record in the project and returns its id. */
export async function make(
  app: Installation,
  type: string,
  values: Readonly<Record<string, string>>,
): Promise<number> {
  const properties = Object.entries(values).map(([internal_name, value]) => ({
    internal_name,
    value,
  }));
  return (await createRecord({ deps: app.deps, principal: principalOf(app) }, type, { properties }))
    .id;
}

/** Returns a record's stored properties. */
export async function read(app: Installation, type: string, id: number) {
  const principal = principalOf(app);
  const object = await app.deps.schemas.object(principal.projectId, type);
  return (await readRecord({ deps: app.deps, principal, object }, id, {})).properties;
}

/** Moves a record to the bin. */
export function remove(app: Installation, type: string, id: number): Promise<void> {
  return deleteRecord({ deps: app.deps, principal: principalOf(app) }, type, id);
}

/** Returns a principal with all rights in the project. */
export function principalOf({ tenantId, projectId }: Installation): Principal {
  return { kind: "system", id: "test", tenantId, projectId, scopes: new Set() };
}

/** Adds a pipeline of deals, as the admin of a page. */
export async function addPipeline(
  app: Installation,
  page: Page,
  label: string,
  stages: readonly string[],
): Promise<void> {
  const pipeline = { label, stages: stages.map((one) => ({ label: one, probability: 0.5 })) };
  const { adminUrl, projectId } = app;
  const answer = await page.request.post(`${adminUrl}/trpc/admin.schema.savePipeline`, {
    data: { projectId, type: "deal", pipeline },
    headers: { "x-rapport-admin": "1" },
  });
  if (!answer.ok()) throw new Error(await answer.text());
}

/** Returns the email of the admin of a page. */
export async function emailOf(page: Page): Promise<string> {
  const menu = page.getByRole("button", { name: /@example\.com/ });
  return /\S+@example\.com/.exec((await menu.textContent()) ?? "")?.[0] ?? "";
}
