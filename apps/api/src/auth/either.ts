import type { Principal } from "@rapport/core";
import type { Request } from "express";

type Authenticate = (req: Request) => Promise<Principal>;

/** Creates a function that accepts an API key or an access token. API keys start with `rpk_`. */
export function withEither(withToken: Authenticate, withKey: Authenticate): Authenticate {
  return (req) =>
    /^Bearer +rpk_/i.test(req.headers.authorization ?? "") ? withKey(req) : withToken(req);
}
