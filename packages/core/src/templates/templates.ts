import "../fault-messages.ts";
import { type Db, templates, tenancy } from "@rapport/db";
import { z } from "zod";
import { actorSurface, type LogActor, type LogSurface, nameActors } from "../audit/actors.ts";
import type { Call } from "../call.ts";
import type { Deps } from "../deps.ts";
import { CrmError, type Issue } from "../errors.ts";
import { cutPage, openPosition, sealCursor } from "../paging.ts";
import { withId } from "../records/errors.ts";
import { storableJson, storableText } from "../storable-text.ts";

/** A local message template. */
export interface Template {
  readonly id: number;
  readonly name: string;
  readonly language: string;
  readonly status: string;
  readonly category: string;
  readonly components: unknown;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const MAX_IMPORTED_TEMPLATES = 50_000;

const MAX_FIELD_CHARACTERS = 512;
const LENGTH = { error: `This must be text of 1 to ${MAX_FIELD_CHARACTERS} characters.` };
const text = z
  .string({ error: ({ input }) => (input === undefined ? "This is missing." : LENGTH.error) })
  .trim()
  .min(1, LENGTH)
  .max(MAX_FIELD_CHARACTERS, LENGTH)
  .pipe(storableText);
const templateSchema = z.strictObject({
  name: text,
  language: text,
  status: text,
  category: text,
  components: storableJson.optional(),
});
const importSchema = z.array(templateSchema).max(MAX_IMPORTED_TEMPLATES);

/**
 * Adds templates to a tenant, and replaces those of the same name and language. Writes all of them or none.
 *
 * @param input list of at most 50,000 `{name, language, status, category, components?}`
 * @returns the number of templates in the list
 * @throws CrmError INVALID_INPUT with one issue per fault; NOT_FOUND if the tenant does not exist
 */
export async function importTemplates(
  deps: Pick<Deps, "db">,
  tenantId: number,
  input: unknown,
): Promise<number> {
  const given = parse(importSchema, input, "The file must contain a JSON array of templates.");
  await deps.db.transaction(async (tx) => {
    await requireTenant(tx, tenantId);
    for (const template of given) await templates.saveTemplate.first(tx, row(tenantId, template));
  });
  return given.length;
}

/**
 * Adds one template to a tenant.
 *
 * @param input `{name, language, status, category, components?}`
 * @throws CrmError INVALID_INPUT with one issue per fault; CONFLICT if the tenant has a template of the same
 *   name and language; NOT_FOUND if the tenant does not exist
 */
export async function createTemplate(
  deps: Pick<Deps, "db">,
  tenantId: number,
  input: unknown,
): Promise<{ id: number }> {
  const template = parse(templateSchema, input, "The template is invalid.");
  return deps.db.transaction(async (tx) => {
    await requireTenant(tx, tenantId);
    const made = await templates.insertTemplate.first(tx, row(tenantId, template));
    if (made !== undefined) return made;
    throw new CrmError(
      "CONFLICT",
      `A template ${template.name} in ${template.language} already exists. Import it to replace it.`,
    );
  });
}

function parse<T>(schema: z.ZodType<T>, input: unknown, message: string): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(
    ({ path, code, message }): Issue => ({ path: path.join("."), code, message }),
  );
  throw new CrmError("INVALID_INPUT", message, { issues });
}

/** @throws CrmError NOT_FOUND if the tenant does not exist */
export async function requireTenant(tx: Db, tenantId: number): Promise<void> {
  if (await tenancy.findTenant.any(tx, { id: tenantId })) return;
  throw new CrmError("NOT_FOUND", `There is no tenant with id ${tenantId}.`);
}

function row(tenant: number, template: z.infer<typeof templateSchema>) {
  const { name, language, status, category, components } = template;
  return {
    tenant,
    name,
    language,
    languageKey: languageKey(language),
    status,
    category,
    components: components === undefined ? null : JSON.stringify(components),
    at: new Date().toISOString(),
  };
}

/**
 * Lists a tenant's templates, oldest first, one page at a time.
 *
 * @param filter undefined fields match everything; languages match by `languageKey`
 * @param page.after last id of the previous page, 0 for the first
 * @returns the templates and the `after` of the next page, null on the last
 */
export async function listTemplates(
  deps: Pick<Deps, "db">,
  tenantId: number,
  filter: {
    name?: string | undefined;
    /** Any part of the name, in any case. */
    part?: string | undefined;
    status?: string | undefined;
    category?: string | undefined;
    language?: string | undefined;
  },
  page: { after: number; limit: number },
): Promise<{ templates: readonly Template[]; next: number | null }> {
  const rows = await templates.listPage.all(deps.db, {
    tenant: tenantId,
    name: filter.name ?? null,
    part: filter.part ?? null,
    status: filter.status ?? null,
    category: filter.category ?? null,
    language: filter.language === undefined ? null : languageKey(filter.language),
    after: page.after,
    limit: page.limit + 1,
  });
  const { shown, next } = cutPage(rows, page.limit);
  return { templates: shown.map(view), next };
}

/**
 * Returns one template of a tenant.
 *
 * @throws CrmError NOT_FOUND
 */
export async function readTemplate(
  deps: Pick<Deps, "db">,
  tenantId: number,
  id: number,
): Promise<Template> {
  const row = await templates.findTemplate.first(deps.db, { tenant: tenantId, id });
  if (row !== undefined) return view(row);
  throw new CrmError("NOT_FOUND", `There is no template ${withId(id)} in this tenant.`);
}

/** Returns the languages, statuses and categories of a tenant's templates, each value once and sorted. */
export async function templateTraits(
  deps: Pick<Deps, "db">,
  tenantId: number,
): Promise<Readonly<Record<"languages" | "statuses" | "categories", readonly string[]>>> {
  const rows = await templates.listTraits.all(deps.db, { tenant: tenantId });
  // Sort here, because SQLite and PostgreSQL sort text differently.
  const valuesWithTrait = (wanted: string) =>
    rows.flatMap(({ trait, value }) => (trait === wanted ? [value] : [])).sort();
  const byKey = new Map(
    valuesWithTrait("language").map((language) => [languageKey(language), language]),
  );
  return {
    languages: [...byKey.values()],
    statuses: valuesWithTrait("status"),
    categories: valuesWithTrait("category"),
  };
}

/** Normalizes a language code for matching: `en_US`, `en-US` and `en_us` have the same key. */
export function languageKey(language: string): string {
  return language.replaceAll("-", "_").toLowerCase();
}

function view(row: templates.TemplateRow): Template {
  return {
    id: row.id,
    name: row.name,
    language: row.language,
    status: row.status,
    category: row.category,
    components: row.components,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Change that one sync made to a template. */
interface TemplateChange {
  readonly id: number;
  readonly at: string;
  /** Who asked for the sync. */
  readonly actor: LogActor;
  readonly surface: LogSurface;
  /** Null if the status did not change. */
  readonly status: FromTo | null;
  /** Null if the category did not change. */
  readonly category: FromTo | null;
}

interface FromTo {
  readonly from: string;
  readonly to: string;
}

/**
 * Lists the changes that syncs made to a template, newest first, one page at a time.
 *
 * @param page.cursor `nextCursor` of the previous page; undefined for the first
 * @returns the changes and the cursor of the next page, null on the last
 * @throws CrmError NOT_FOUND if the tenant has no such template; INVALID_INPUT for a cursor of another list
 */
export async function listTemplateChanges(
  { deps, principal }: Call<Pick<Deps, "db" | "cursors">>,
  id: number,
  page: { cursor?: string | undefined; limit: number },
): Promise<{ changes: readonly TemplateChange[]; nextCursor: string | null }> {
  const { cursor, limit } = page;
  const identity = { list: "admin.templates.history", filter: { id } };
  const before =
    openPosition<number>({ deps, principal }, identity, cursor) ?? Number.MAX_SAFE_INTEGER;
  await readTemplate(deps, principal.tenantId, id);
  const rows = await templates.listChanges.all(deps.db, {
    tenant: principal.tenantId,
    template: id,
    before,
    limit: limit + 1,
  });
  const { shown, next } = cutPage(rows, limit);
  const name = await nameActors(
    deps,
    shown.map(({ actor }) => actor),
  );
  return {
    changes: shown.map((row) => ({
      id: row.id,
      at: row.at,
      actor: name(row.actor),
      surface: actorSurface(row.actor),
      status: changed(row.old_status, row.new_status),
      category: changed(row.old_category, row.new_category),
    })),
    nextCursor: sealCursor({ deps, principal }, identity, next),
  };
}

function changed(from: string, to: string): FromTo | null {
  return from === to ? null : { from, to };
}
