import { CrmError } from "@rapport/core";
import type { Request, Response } from "express";
import { BODY_LIMIT_BYTES } from "./body.ts";

/** Requests with a large body that one process works on at the same time, so that its memory is bounded. */
const PER_PROCESS = 8;

/** Counts the requests of this process whose body may be larger than that of most requests. */
export interface LargeBodies {
  /**
   * Counts a request until its response has ended, if its body may be large.
   *
   * @throws CrmError UNAVAILABLE if the process works on too many of them
   */
  enter(req: Request, res: Response, limit: number | undefined): void;
}

export function largeBodies(): LargeBodies {
  let underWay = 0;

  return {
    enter(req, res, limit = BODY_LIMIT_BYTES) {
      if (limit <= BODY_LIMIT_BYTES || !mayBeLarge(req)) return;
      if (underWay >= PER_PROCESS) {
        throw new CrmError(
          "UNAVAILABLE",
          "The server is working on many large requests. Retry in 2 seconds.",
          { headers: { "Retry-After": "2" } },
        );
      }
      underWay++;
      res.once("close", () => underWay--);
    },
  };
}

/** A body without Content-Length, or in gzip, may have any size. */
function mayBeLarge({ headers }: Request): boolean {
  const { "content-length": length, "content-encoding": encoding } = headers;
  return length === undefined || encoding !== undefined || Number(length) > BODY_LIMIT_BYTES;
}
