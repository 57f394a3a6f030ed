import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runSql } from "@rapport/testing";

const MIB = 1024 * 1024;

export interface SmallDisk {
  /** Writes until there is no space left. */
  fill(): void;
  free(): void;
  remove(): Promise<void>;
}

/**
 * Puts the table `records` on a file system of its own, which has a few MiB.
 *
 * @param postgres a server on this machine
 * @returns undefined if this process may not mount
 */
export async function moveRecordsToSmallDisk(
  postgres: { readonly url: string; pid(): number },
  databaseUrl: string,
): Promise<SmallDisk | undefined> {
  const folder = mkdtempSync(join(tmpdir(), "rapport-disk-"));
  const { uid } = statSync(`/proc/${postgres.pid()}`);
  const options = `size=${8 * MIB},mode=700,uid=${uid}`;
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder]);
  if (mounted.status !== 0) {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  await runSql(postgres.url, `create tablespace small location '${folder}'`);
  await runSql(databaseUrl, "alter table records set tablespace small");
  const filler = join(folder, "filler");
  return {
    fill() {
      try {
        writeFileSync(filler, Buffer.alloc(8 * MIB));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      }
    },
    free: () => rmSync(filler, { force: true }),
    async remove() {
      await runSql(databaseUrl, "alter table records set tablespace pg_default");
      // What was dropped is removed at a checkpoint.
      await runSql(postgres.url, "checkpoint");
      await runSql(postgres.url, "drop tablespace small");
      // Sessions of PostgreSQL keep removed files open for a while.
      execFileSync("umount", ["--lazy", folder]);
      rmSync(folder, { recursive: true });
    },
  };
}
