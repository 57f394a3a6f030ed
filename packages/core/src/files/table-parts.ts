import { fileParts, files } from "@rapport/db";
import type { FileParts } from "../deps.ts";

/** Parts that one statement removes: about 25 MiB. */
const CUT = 25;

/** Keeps the parts in the database. */
export function tableParts(): FileParts {
  return {
    // The file is held, so that no part is stored after the file was removed.
    put: (db, file, start, bytes) =>
      db.transaction(async (tx) => {
        if ((await files.holdFile(tx, file)) === undefined) return false;
        await fileParts.putPart(tx, file, start, bytes);
        return true;
      }),
    find: async (db, file, position) => {
      const found = await fileParts.findPart(db, file, position);
      return found === undefined ? undefined : { start: found.start, bytes: found.data };
    },
    cut: async (db, file, start) => {
      let removed: number;
      do {
        removed = await db.transaction((tx) => fileParts.cutParts(tx, file, start, CUT));
      } while (removed === CUT);
    },
    removeAll: async () => undefined,
    // Parts are stored only while their file is held, and removed before it.
    removeStray: async () => undefined,
  };
}
