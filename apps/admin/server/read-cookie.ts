import type { Request } from "express";

/** @returns the cookie's value as sent; an empty string if the request has no cookie of that name */
export function readCookie(req: Request, name: string): string {
  const found = (req.headers.cookie ?? "")
    .split(";")
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`));
  return found?.slice(name.length + 1) ?? "";
}
