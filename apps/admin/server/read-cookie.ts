import type { Request } from "express";

/** @returns the cookie's value as it was sent, empty when the request has none of that name */
export function readCookie(req: Request, name: string): string {
  const found = (req.headers.cookie ?? "")
    .split(";")
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`));
  return found?.slice(name.length + 1) ?? "";
}
