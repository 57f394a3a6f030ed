import { expect } from "vitest";
import type { Answer } from "./app.ts";

/** Expects an error of the Workspace API with exactly the documented members. */
export function expectRefusal({ status, body, headers }: Answer, wanted: number, code: string) {
  expect([status, body.code]).toEqual([wanted, code]);
  expect(body).toEqual({
    status: "error",
    message: expect.any(String),
    data: null,
    code,
    issues: expect.any(Array),
    requestId: headers.get("x-request-id"),
  });
}
