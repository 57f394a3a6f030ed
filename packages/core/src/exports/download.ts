import { tenancy } from "@rapport/db";
import type { Admin } from "../access/admins/sessions.ts";
import { audited } from "../audit/audit.ts";
import { type Call, readingCall } from "../call.ts";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import type { ObjectSchema } from "../object-schema.ts";
import type { Principal } from "../principal.ts";
import { countSearch, type Total } from "../query/count-search.ts";
import { SEARCH_LIMITS } from "../query/search/search-context.ts";
import {
  type ExportDefinition,
  exportEncoding,
  exportFileName,
  exportMediaType,
} from "./definition.ts";
import { makeEncoder } from "./encode.ts";
import type { ExportView } from "./export-state.ts";
import { createExport } from "./exports.ts";
import { type ExportPart, readDefinition, writeExport } from "./write-export.ts";

/** An export that is sent while it is written. */
export interface Download {
  readonly fileName: string;
  readonly mediaType: string;
  /** The file before it is compressed. */
  readonly parts: AsyncGenerator<Buffer>;
}

/** A call of an admin. */
interface AdminCall extends Call {
  readonly admin: Pick<Admin, "id">;
}

/**
 * Begins an export that is sent at once, and writes it to the audit log.
 *
 * @param reading reads the records; see `readingCall`
 * @throws CrmError INVALID_INPUT with one issue per fault
 */
async function openDownload(
  call: AdminCall,
  reading: Call,
  definition: ExportDefinition,
): Promise<Download> {
  const schema = await call.deps.schemas.get(call.principal.projectId);
  const { object } = readDefinition(schema, definition);
  const details = { name: object.plural, format: definition.format };
  const entry = { action: "exports.download", subject: "export", details };
  await audited(call, entry, async () => undefined);
  return {
    fileName: exportFileName(object.plural, definition, new Date().toISOString()),
    mediaType: exportMediaType(definition),
    parts: encoded(writeExport(reading, definition), definition),
  };
}

/** Encodes the parts of an export as its definition says. */
async function* encoded(
  parts: AsyncGenerator<ExportPart>,
  definition: ExportDefinition,
): AsyncGenerator<Buffer> {
  const encode = makeEncoder(exportEncoding(definition));
  for await (const { text } of parts) yield encode(text);
}

/** An export that an operator writes. */
export interface OperatorExport {
  readonly object: ObjectSchema;
  /** How many records it will have, counted up to 10,000. */
  readonly total: Total;
  readonly parts: AsyncGenerator<ExportPart>;
}

/**
 * Begins an export of a project for the operator of the installation.
 *
 * @throws CrmError NOT_FOUND if the project does not exist; INVALID_INPUT with one issue per fault
 */
export async function exportOfProject(
  deps: Pick<Deps, "db" | "scan" | "schemas">,
  projectId: number,
  definition: ExportDefinition,
): Promise<OperatorExport> {
  const project = await tenancy.findProject.first(deps.db, { id: projectId });
  if (project === undefined) {
    throw new CrmError("NOT_FOUND", `There is no project with id ${projectId}.`);
  }
  const principal: Principal = {
    kind: "system",
    id: "cli",
    tenantId: project.tenant_id,
    projectId,
    scopes: new Set(),
  };
  const { object, search } = readDefinition(await deps.schemas.get(projectId), definition);
  return {
    object,
    total: await countSearch({ deps, principal }, search),
    parts: writeExport({ deps, principal }, definition),
  };
}

/** Records that are examined to find out how many an export has. */
const MAX_EXAMINED = 50_000;
const MAX_BYTES = 5 * SEARCH_LIMITS.bytes;

/** A table that is sent at once, or that a worker writes. */
export type TableDownload =
  | { readonly download: Download; readonly created?: never }
  | { readonly created: ExportView; readonly download?: never };

/**
 * Exports a table for an admin. Up to 10,000 records are sent at once, because a browser keeps the whole file in memory
 * until it can save it, and a lost connection loses it. Of more, or if their number is not known from examining
 * `MAX_EXAMINED`, a worker writes the file.
 *
 * @throws CrmError INVALID_INPUT with one issue per fault; CONFLICT if too many exports of the project are open
 */
export async function exportTable(
  call: AdminCall,
  definition: ExportDefinition,
): Promise<TableDownload> {
  const schema = await call.deps.schemas.get(call.principal.projectId);
  const { search } = readDefinition(schema, definition);
  const limits = { ...SEARCH_LIMITS, examined: MAX_EXAMINED, bytes: MAX_BYTES };
  const reading = await readingCall(call);
  const { relation } = await countSearch(reading, search, limits);
  return relation === "eq"
    ? { download: await openDownload(call, reading, definition) }
    : { created: await createExport(call, definition, { isCounted: true }) };
}
