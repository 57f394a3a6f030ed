import type { Principal } from "@rapport/core";
import type { Request } from "express";

type Authenticate = (req: Request) => Promise<Principal>;

/** Internal clients may hold either credential; its prefix tells which. */
export function withEither(withToken: Authenticate, withKey: Authenticate): Authenticate {
  return (req) =>
    /^Bearer +rpk_/i.test(req.headers.authorization ?? "") ? withKey(req) : withToken(req);
}
