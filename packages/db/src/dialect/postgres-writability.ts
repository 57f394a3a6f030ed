import type pg from "pg";
import { DatabaseUnavailable } from "./errors.ts";
import { failureOf } from "./postgres-failure.ts";

const DISK_FULL = "53100";

/** Tracks whether the database can be written. Tries a write only if that is in doubt. */
export interface Writability {
  /** Records how a transaction ended. */
  watch<T>(transaction: Promise<T>): Promise<T>;
  /** Rejects with DatabaseUnavailable if the database cannot be written now. */
  check(): Promise<void>;
}

export function openWritability(pool: pg.Pool): Writability {
  let isFull = false;

  async function query(text: string): Promise<readonly { is_read_only?: boolean }[]> {
    try {
      return (await pool.query(text)).rows;
    } catch (error) {
      throw failureOf(error);
    }
  }

  return {
    async watch(transaction) {
      try {
        const result = await transaction;
        isFull = false;
        return result;
      } catch (error) {
        if (error instanceof DatabaseUnavailable) isFull = isDiskFull(error);
        throw error;
      }
    },
    async check() {
      const [row] = await query(READ_ONLY);
      if (row?.is_read_only) {
        throw new DatabaseUnavailable("PostgreSQL is read-only", { cause: undefined });
      }
      if (!isFull) return;
      await query(PROBE);
      isFull = false;
    },
  };
}

function isDiskFull({ cause }: DatabaseUnavailable): boolean {
  return (cause as { code?: string } | undefined)?.code === DISK_FULL;
}

/** Also true on a standby. */
const READ_ONLY = "select current_setting('transaction_read_only')::boolean as is_read_only";

/** Extends a temporary file, which fails if the disk is full. Leaves nothing behind. */
const PROBE = `
  begin;
  create temporary table rapport_probe (filler text);
  insert into rapport_probe select repeat(md5(i::text), 200) from generate_series(1, 20) as i;
  rollback`;
