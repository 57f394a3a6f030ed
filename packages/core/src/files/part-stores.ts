import { open, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseUnavailable, fileParts, files, makeFolder } from "@rapport/db";
import type { FileKey, FileParts } from "../deps.ts";

/** Keeps the parts of files that are kept in the embedded database, and those of other files on the disk. */
export function embeddedParts(root: string): FileParts {
  const [disk, table] = [diskParts(root), tableParts()];
  const of = ({ id }: FileKey) => (id.startsWith(files.KEPT) ? table : disk);
  return {
    ...disk,
    put: (db, file, start, bytes) => of(file).put(db, file, start, bytes),
    find: (db, file, position) => of(file).find(db, file, position),
    cut: (db, file, start) => of(file).cut(db, file, start),
  };
}

/** Age at which a folder without a file is removed. Before, the transaction that makes the file may be running. */
const STRAY_AGE_MS = 60 * 60 * 1000;

const FOLDER_NAME = /^(\d+)-([\w-]+)$/;

/**
 * Keeps each part as a file of its own, in one folder per file.
 *
 * @param root created with the first part, readable only by its owner
 */
function diskParts(root: string): FileParts {
  const fileFolder = ({ projectId, id }: FileKey) => join(root, `${projectId}-${id}`);

  async function listStarts(file: FileKey): Promise<readonly number[]> {
    return (await listFolder(fileFolder(file))).map(Number);
  }

  return {
    put: async (_, file, start, bytes) => {
      const folder = fileFolder(file);
      try {
        makeFolder(folder);
        await writeDurably(join(folder, String(start)), bytes);
        await flushFolder(folder);
        if (start === 0) await flushFolder(root);
        return true;
      } catch (error) {
        throw unavailable(error);
      }
    },
    find: async (_, file, position) => {
      // A reader that begins at the start of a file asks only for positions where a part starts.
      const exact = await readIfExists(join(fileFolder(file), String(position)));
      if (exact !== undefined) return { start: position, bytes: exact };
      const before = (await listStarts(file)).filter((start) => start <= position);
      if (before.length === 0) return undefined;
      const start = Math.max(...before);
      const bytes = await readIfExists(join(fileFolder(file), String(start)));
      return bytes === undefined ? undefined : { start, bytes };
    },
    cut: async (_, file, start) => {
      const folder = fileFolder(file);
      if (start === 0) return rm(folder, { recursive: true, force: true });
      const after = (await listStarts(file)).filter((one) => one >= start);
      for (const one of after) await rm(join(folder, String(one)), { force: true });
    },
    removeAll: async ({ projectId }) => {
      for (const name of await listFolder(root)) {
        if (!name.startsWith(`${projectId}-`)) continue;
        await rm(join(root, name), { recursive: true, force: true });
      }
    },
    removeStray: async (exists) => {
      for (const name of await listFolder(root)) {
        const [, project, id] = FOLDER_NAME.exec(name) ?? [];
        const folder = join(root, name);
        if (project === undefined || id === undefined || !(await isOld(folder))) continue;
        if (await exists({ projectId: Number(project), id })) continue;
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

async function listFolder(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw unavailable(error);
  }
}

async function readIfExists(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw unavailable(error);
  }
}

/** Returns whether a folder is there and old. Another process may have removed it. */
async function isOld(folder: string): Promise<boolean> {
  try {
    const { mtimeMs } = await stat(folder);
    return Date.now() - mtimeMs > STRAY_AGE_MS;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw unavailable(error);
  }
}

async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  await using file = await open(path, "w", 0o600);
  await file.writeFile(bytes);
  await file.datasync();
}

/** Makes the names of new files durable. */
async function flushFolder(folder: string): Promise<void> {
  await using handle = await open(folder, "r");
  await handle.sync();
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: "the disk of DATA_DIR is full",
  EFBIG: "the disk of DATA_DIR is full",
  EDQUOT: "the disk of DATA_DIR is full",
  EROFS: "DATA_DIR is read-only",
  EACCES: "DATA_DIR cannot be written",
  EIO: "the disk of DATA_DIR cannot be read or written",
};

function unavailable(error: unknown): unknown {
  const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ""];
  return reason === undefined ? error : new DatabaseUnavailable(reason, { cause: error });
}

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
