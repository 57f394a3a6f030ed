import { CrmError, type Principal } from "@rapport/core";
import type { Request, Response } from "express";
import { ownPlaces } from "../limits.ts";
import { BODY_LIMIT_BYTES } from "./body.ts";

/** Requests with a large body that one process works on at the same time, so that its memory is bounded. */
const PER_PROCESS = 8;
/** Those of one project, because bodies that arrive slowly would otherwise keep every place for a minute. */
const PER_PROJECT = 4;

/** Counts the requests of this process whose body may be larger than that of most requests. */
export interface LargeBodies {
  /**
   * Counts a request until its response has ended, if its body may be large.
   *
   * @throws CrmError RATE_LIMITED if the process works on too many of the project, UNAVAILABLE if on too many at all
   */
  enter(req: Request, res: Response, principal: Principal, limit: number | undefined): void;
}

export function largeBodies(): LargeBodies {
  const places = ownPlaces(PER_PROJECT);
  let underWay = 0;

  return {
    enter(req, res, { projectId }, limit = BODY_LIMIT_BYTES) {
      if (limit <= BODY_LIMIT_BYTES || !mayBeLarge(req)) return;
      if (underWay >= PER_PROCESS) {
        throw refused("UNAVAILABLE", "The server is working on many large requests.");
      }
      const leave = places.enter(String(projectId));
      if (leave === null) {
        const message = `This project has ${PER_PROJECT} requests larger than 1 MiB under way.`;
        throw refused("RATE_LIMITED", message);
      }
      underWay++;
      res.once("close", () => {
        underWay--;
        leave();
      });
    },
  };
}

function refused(code: "RATE_LIMITED" | "UNAVAILABLE", fault: string): CrmError {
  return new CrmError(code, `${fault} Retry in 2 seconds.`, { headers: { "Retry-After": "2" } });
}

/** A body without Content-Length, or in gzip, may have any size. */
function mayBeLarge({ headers }: Request): boolean {
  const { "content-length": length, "content-encoding": encoding } = headers;
  return length === undefined || encoding !== undefined || Number(length) > BODY_LIMIT_BYTES;
}
