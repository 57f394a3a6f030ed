import type { Principal } from "@rapport/core";
import type { Request, Response } from "express";
import type { Places } from "../http/places.ts";
import { BODY_LIMIT_BYTES } from "./body.ts";

/**
 * Takes a place for a request whose body may be large, until its response has ended.
 *
 * @param limit largest body that the operation takes, in bytes
 * @throws CrmError RATE_LIMITED or UNAVAILABLE if no place is free
 */
export function enterIfLarge(
  places: Places,
  res: Response,
  principal: Principal,
  limit = BODY_LIMIT_BYTES,
): void {
  if (limit <= BODY_LIMIT_BYTES || !mayBeLarge(res.req)) return;
  res.once("close", places.enter("largeBodies", principal));
}

/** A body without Content-Length, or in gzip, may have any size. */
function mayBeLarge({ headers }: Request): boolean {
  const { "content-length": length, "content-encoding": encoding } = headers;
  return length === undefined || encoding !== undefined || Number(length) > BODY_LIMIT_BYTES;
}
