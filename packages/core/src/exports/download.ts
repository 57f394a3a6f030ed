import { audited } from "../audit/audited.ts";
import type { Deps } from "../deps.ts";
import type { Principal } from "../principal.ts";
import { type ExportDefinition, exportEncodingOf, fileNameOf, mediaTypeOf } from "./definition.ts";
import { encoderOf } from "./encode.ts";
import { type ExportPart, readDefinition, writeExport } from "./write-export.ts";

/** An export that is sent while it is written. */
export interface Download {
  readonly fileName: string;
  readonly mediaType: string;
  /** The file before it is compressed. */
  readonly parts: AsyncGenerator<Buffer>;
}

/**
 * Begins an export that is sent at once, and writes it to the audit log.
 *
 * @param reading reads the records; see `readingDeps`
 * @throws CrmError INVALID_INPUT with one issue per fault
 */
export async function openDownload(
  deps: Deps,
  reading: Deps,
  admin: { readonly id: number },
  principal: Principal,
  definition: ExportDefinition,
): Promise<Download> {
  const { projectId } = principal;
  const { object } = readDefinition(await deps.schemas.get(projectId), definition);
  const details = { name: object.plural, format: definition.format };
  const entry = { action: "exports.download", subject: "export", projectId, details };
  await audited(deps, admin, entry, async () => undefined);
  return {
    fileName: fileNameOf(object.plural, definition, new Date().toISOString()),
    mediaType: mediaTypeOf(definition),
    parts: encoded(writeExport(reading, principal, definition), definition),
  };
}

/** Encodes the parts of an export as its definition says. */
async function* encoded(
  parts: AsyncGenerator<ExportPart>,
  definition: ExportDefinition,
): AsyncGenerator<Buffer> {
  const encode = encoderOf(exportEncodingOf(definition));
  for await (const { text } of parts) yield encode(text);
}
