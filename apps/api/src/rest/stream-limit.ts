import { CrmError, type Principal } from "@rapport/core";
import type { Leave, Limits } from "../limits.ts";

/** Streams of one credential that may be open at the same time. */
const PER_CREDENTIAL = 10;
/** Streams of one process that may be open at the same time. */
const PER_PROCESS = 500;
/** The same for downloads. Each holds one part of a file in memory, about 1 MiB. */
const DOWNLOADS_PER_PROCESS = 64;

/** Counts open streams: those of a credential in all API processes, and those of this process. */
export interface StreamLimit {
  /**
   * Counts a stream.
   *
   * @returns the function to call when the stream has ended
   * @throws CrmError RATE_LIMITED if the credential has too many streams, UNAVAILABLE if the process has
   */
  enter(principal: Principal): Promise<Leave>;
}

/**
 * @param name name of the limit per credential
 * @param perProcess streams of this process that may be open at the same time
 */
export function streamLimit(limits: Limits, name: string, perProcess = PER_PROCESS): StreamLimit {
  const places = limits.places(name, PER_CREDENTIAL);
  let total = 0;

  return {
    async enter({ kind, id }) {
      const leave = await places.enter(`${kind}:${id}`);
      if (leave === null) {
        const message = `This credential has ${PER_CREDENTIAL} open streams; close one first.`;
        throw refused("RATE_LIMITED", message);
      }
      if (total >= perProcess) {
        leave();
        throw refused("UNAVAILABLE", "This server has too many open streams. Retry in 5 seconds.");
      }
      total++;
      return () => {
        leave();
        total--;
      };
    },
  };
}

/** Returns the limit that all downloads of files share. */
export function downloadLimit(limits: Limits): StreamLimit {
  return streamLimit(limits, "downloads", DOWNLOADS_PER_PROCESS);
}

function refused(code: "RATE_LIMITED" | "UNAVAILABLE", message: string): CrmError {
  return new CrmError(code, message, { headers: { "Retry-After": "5" } });
}
