import { expect, it } from "vitest";
import { localPath } from "../server/oidc-router.ts";

const ORIGIN = "https://crm.example.com";

it.each(["/", "/p/1/contacts?filter=a&sort=b#c", "/sessions-of-mine"])(
  "%s is a page of the app",
  (path) => {
    expect(localPath(path, ORIGIN)).toBe(path);
  },
);

it.each<[string, unknown]>([
  ["nothing", undefined],
  ["two values", ["/a", "/b"]],
  ["another site", "https://evil.example"],
  ["a script", "javascript:alert(1)"],
  ["no scheme", "//evil.example"],
  ["backslashes", "/\\evil.example"],
  ["a tab", "/\t/evil.example"],
  ["a line feed", "/\n/evil.example"],
  ["dots that hide slashes", "/.//evil.example"],
  ["a folder left again", "/a/..//evil.example"],
  ["a relative path", "contacts"],
  ["the sign-in itself", "/session/oidc"],
  ["the procedures", "/trpc/admin.me"],
  ["a path of many characters", `/${"a".repeat(1_100)}`],
  ["a path that grows when it is encoded", `/${"é".repeat(400)}`],
])("is the start page instead of %s", (_, given) => {
  expect(localPath(given, ORIGIN)).toBe("/");
});
