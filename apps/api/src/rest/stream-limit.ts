import { CrmError, type Principal } from "@rapport/core";

/** Streams of one credential that may be open at the same time. */
const PER_CREDENTIAL = 10;
/** Streams of one process that may be open at the same time. */
const PER_PROCESS = 500;

/** Counts the open streams of this process. */
export interface StreamLimit {
  /**
   * Counts a stream.
   *
   * @returns the function to call when the stream has ended
   * @throws CrmError RATE_LIMITED if the credential has too many streams, UNAVAILABLE if the process has
   */
  enter(principal: Principal): () => void;
}

/** @param perProcess streams of this process that may be open at the same time */
export function streamLimit(perProcess = PER_PROCESS): StreamLimit {
  const open = new Map<string, number>(); // at most one entry per open stream
  let total = 0;

  return {
    enter({ kind, id }) {
      const key = `${kind}:${id}`;
      const own = open.get(key) ?? 0;
      if (own >= PER_CREDENTIAL) {
        throw refused("RATE_LIMITED", `This credential has ${own} open streams; close one first.`);
      }
      if (total >= perProcess) {
        throw refused("UNAVAILABLE", "This server has too many open streams. Retry in 5 seconds.");
      }
      open.set(key, own + 1);
      total++;
      return () => {
        const left = (open.get(key) ?? 1) - 1;
        if (left === 0) open.delete(key);
        else open.set(key, left);
        total--;
      };
    },
  };
}

function refused(code: "RATE_LIMITED" | "UNAVAILABLE", message: string): CrmError {
  return new CrmError(code, message, { headers: { "Retry-After": "5" } });
}
