import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startPostgres } from "@rapport/testing";
import { familyCpuMs, pinFamily } from "./processes.ts";
import { type Seeded, seedName, seedOnce } from "./seed.ts";
import { openRaw } from "./yardstick/raw-database.ts";

/** A copy of a seeded database, which may be changed. */
export interface BenchDatabase {
  readonly url: string;
  readonly seeded: Seeded;
  /** Processor time that the database's server has used, in milliseconds; 0 for SQLite, which has none. */
  databaseCpuMs(): number;
  drop(): Promise<void>;
}

export interface Databases {
  copySeeded(count: number): Promise<BenchDatabase>;
  stop(): Promise<void>;
}

/** Seeded databases of earlier runs. */
const CACHE = fileURLToPath(new URL("../.cache", import.meta.url));

/** @param onOneCore whether PostgreSQL shares the server's processor */
export function openDatabases(
  dialect: "sqlite" | "postgres",
  onOneCore: boolean,
): Promise<Databases> {
  return dialect === "sqlite" ? openSqlite() : openPostgres(onOneCore);
}

async function openSqlite(): Promise<Databases> {
  const folder = mkdtempSync(join(tmpdir(), "rapport-bench-db-"));
  const remove = (file: string) => {
    for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
  };
  return {
    copySeeded: async (count) => {
      const kept = join(CACHE, `${seedName(count)}.db`);
      const seeded = await seedOnce(CACHE, "sqlite", count, {
        url: `sqlite:${kept}`,
        create: async () => remove(kept),
      });
      const file = join(folder, "bench.db");
      copyFileSync(kept, file);
      return {
        ...{ url: `sqlite:${file}`, seeded },
        databaseCpuMs: () => 0,
        drop: async () => remove(file),
      };
    },
    stop: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function openPostgres(onOneCore: boolean): Promise<Databases> {
  const folder = join(CACHE, "postgres");
  mkdirSync(folder, { recursive: true });
  const server = await startPostgres({ folder });
  pinFamily(server.pid(), onOneCore);
  const admin = openRaw(server.url);
  const databaseUrl = (name: string) => {
    const url = new URL(server.url);
    url.pathname = `/${name}`;
    return url.href;
  };
  const drop = (name: string) => admin.run(`drop database if exists ${name} with (force)`);
  return {
    copySeeded: async (count) => {
      const kept = seedName(count);
      const seeded = await seedOnce(CACHE, "postgres", count, {
        url: databaseUrl(kept),
        create: async () => {
          await drop(kept);
          await admin.run(`create database ${kept}`);
        },
      });
      await drop("bench");
      // Copies the files instead of logging every row.
      await admin.run(`create database bench template ${kept} strategy file_copy`);
      return {
        ...{ url: databaseUrl("bench"), seeded },
        databaseCpuMs: () => familyCpuMs(server.pid()),
        drop: async () => void (await drop("bench")),
      };
    },
    stop: async () => {
      await admin.close();
      await server.stop();
    },
  };
}
