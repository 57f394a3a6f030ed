import { type Db, recordBatches } from "@rapport/db";
import { bytesOfRecord, MAX_PAGE_BYTES } from "../../paging.ts";
import type { Principal } from "../../principal.ts";
import { ENDLESS, type Room } from "../../quotas/room.ts";
import type { Picture } from "./picture.ts";

/** Bytes of values that the records of a batch may have, about: those that it reads, and those of its answer. */
export const MAX_BATCH_BYTES = 4 * MAX_PAGE_BYTES;

/** Records that one statement reads if the room is limited. */
const CHUNK = 100;

/** Keeps the records of a batch within a number of bytes, so that its memory is bounded. */
export interface BatchRoom {
  /** Ids of the records that did not fit. They are neither read nor locked. */
  readonly unread: ReadonlySet<number>;
  /** Bytes that the answer may still have; negative once it is full. */
  left: number;
  /** Records that the tenant may still get. */
  recordsLeft: number;
  /** Reads and locks the records for the picture, until the room is full. */
  lock(
    tx: Db,
    scope: Pick<Principal, "projectId"> & { readonly type: string },
    picture: Picture,
    ids: readonly number[],
  ): Promise<void>;
}

/**
 * @param options.maxBytes undefined if any number of bytes fits
 * @param options.deletedSince if given, the records are those that were deleted since this time, and not live ones
 * @param options.records what the tenant may still get
 */
export function batchRoom({
  maxBytes = Number.POSITIVE_INFINITY,
  deletedSince,
  records = ENDLESS,
}: {
  readonly maxBytes?: number | undefined;
  readonly deletedSince?: string | undefined;
  readonly records?: Room;
} = {}): BatchRoom {
  const unread = new Set<number>();
  const isLimited = Number.isFinite(maxBytes);
  let free = maxBytes;
  return {
    unread,
    left: maxBytes,
    recordsLeft: records.left,
    async lock(tx, scope, picture, ids) {
      const size = isLimited ? CHUNK : ids.length;
      for (let start = 0; start < ids.length; start += size) {
        const some = ids.slice(start, start + size);
        if (free < 0) {
          for (const id of some) unread.add(id);
          continue;
        }
        const rows =
          deletedSince === undefined
            ? await recordBatches.lockRecords(tx, scope, scope.type, some)
            : await recordBatches.lockDeleted(tx, scope, scope.type, {
                ids: some,
                since: deletedSince,
              });
        for (const row of rows) {
          picture.records.set(row.id, row);
          if (isLimited) free -= bytesOfRecord(row);
        }
      }
    },
  };
}
