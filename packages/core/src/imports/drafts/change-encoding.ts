import type { Call } from "../../call.ts";
import type { Deps } from "../../deps.ts";
import { CrmError } from "../../errors.ts";
import { encoderOf } from "../../exports/encode.ts";
import { deleteFile, expireFile, readFile } from "../../files/files.ts";
import type { Principal } from "../../principal.ts";
import { encodingName } from "../encoding.ts";
import { storeImportFile } from "../files.ts";
import { type Inspected, inspected } from "../inspect.ts";
import { toText } from "../to-text.ts";
import { dropReport, lockOpen } from "./change-draft.ts";
import { draftExpiry, readDraft, saveDraft } from "./draft.ts";
import { proposedOptions } from "./upload.ts";

/**
 * Reads the file of a draft again in another encoding, and prepares its import from the beginning: other letters may be in
 * the names of its columns.
 *
 * @throws CrmError INVALID_INPUT if there is no such encoding, or the file is no table in it; NOT_FOUND; CONFLICT if the
 *   import was started
 */
export async function changeEncoding(
  { deps, principal }: Call,
  id: string,
  label: string,
): Promise<void> {
  const encoding = encodingName(label);
  if (encoding === undefined) throw new CrmError("INVALID_INPUT", "Choose an encoding.");
  const draft = await readDraft(deps.db, principal, id);
  const { type, settings } = draft;
  const { format } = settings.options;
  // The recognized encoding can restore the bytes. Another encoding may have lost some.
  const original = settings.original ?? { file: draft.fileId, encoding: settings.encoding };
  const sent = bytesOf(deps, principal, original);
  const text = toText(sent, { encoding }, () => undefined);
  let found: Inspected | undefined;
  const checked = inspected(
    text,
    format,
    () => undefined,
    (inside) => {
      found = inside;
    },
  );
  await storeImportFile(
    { deps, principal },
    type,
    checked,
    async (tx, { id: fileId, length: bytes }) => {
      if (found === undefined) throw new Error("a file was stored before it was read");
      const locked = await lockOpen(tx, principal, id);
      if (locked.fileId !== draft.fileId) throw changed();
      const options = await proposedOptions({ deps, principal }, tx, type, {
        ...found,
        fileId,
        format,
      });
      await dropReport(tx, principal, locked);
      for (const file of [locked.fileId, locked.fixesFile]) {
        if (file !== null && file !== original.file)
          await deleteFile(tx, { ...principal, id: file });
      }
      await expireFile(tx, { ...principal, id: fileId }, draftExpiry(locked));
      await saveDraft(tx, principal, locked, {
        ...{ fileId, fixesFile: null, checkId: null, reportFile: null, counts: null },
        settings: { ...found, bytes, encoding, original, options, chosen: [] },
      });
    },
  );
}

/** Reads a file as it was sent, except for gzip and a byte order mark. */
async function* bytesOf(
  deps: Deps,
  { projectId }: Principal,
  { file, encoding }: { readonly file: string; readonly encoding: string },
): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const encode = encoderOf(encoding);
  for await (const part of readFile(deps, { projectId, id: file })) {
    yield encode(decoder.decode(part, { stream: true }));
  }
}

function changed(): CrmError {
  return new CrmError("CONFLICT", "Another encoding was chosen at the same time. Choose again.");
}
