import { expect, test } from "vitest";
import { hashPassword, verifyPassword } from "../../src/access/admins/passwords.ts";

test("a password matches only its own hash, and each hash has its own salt", async () => {
  const hash = await hashPassword("correct horse battery");
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword("correct horse battery", hash)).toBe(true);
  expect(await verifyPassword("correct horse batteri", hash)).toBe(false);
  expect(await hashPassword("correct horse battery")).not.toBe(hash);
});

test("a hash of another format matches no password", async () => {
  expect(await verifyPassword("x", "$2b$10$abcdefghijklmnopqrstuv")).toBe(false);
  expect(await verifyPassword("", "")).toBe(false);
});
