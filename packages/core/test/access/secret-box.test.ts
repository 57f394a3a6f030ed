import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { parseSecretKey, secretBox } from "../../src/access/secret-box.ts";

const key = randomBytes(32);

test("what is sealed opens again, and two seals of one text differ", () => {
  const box = secretBox([key]);
  const sealed = box.seal("hunter2 ✓");
  expect(sealed).not.toContain("hunter2");
  expect(box.open(sealed)).toBe("hunter2 ✓");
  expect(box.seal("hunter2 ✓")).not.toBe(sealed);
});

test("a key that was rotated away still opens what it sealed", () => {
  const sealed = secretBox([key]).seal("x");
  expect(secretBox([randomBytes(32), key]).open(sealed)).toBe("x");
  expect(() => secretBox([randomBytes(32)]).open(sealed)).toThrow(/SECRET_KEY other than/);
});

test("a key that another process has made current is found by reading the keys anew", () => {
  const newer = randomBytes(32);
  const box = secretBox([key], () => [newer, key]);
  const before = box.seal("x");
  expect(box.open(secretBox([newer]).seal("y"))).toBe("y");
  expect(box.open(before)).toBe("x");
  expect(secretBox([newer]).open(box.seal("z"))).toBe("z");
});

test("a text that was changed anywhere does not open", () => {
  const box = secretBox([key]);
  const sealed = box.seal("a secret of some length");
  for (let i = 12; i < sealed.length - 1; i += 3) {
    const other = sealed[i] === "A" ? "B" : "A";
    expect(() => box.open(sealed.slice(0, i) + other + sealed.slice(i + 1))).toThrow();
  }
  expect(() => box.open("")).toThrow();
});

test.each(["", "short", `${"A".repeat(44)}`, `${"?".repeat(43)}=`])(
  "%j is no secret key",
  (text) => {
    expect(() => parseSecretKey(text)).toThrow(/32 bytes/);
  },
);
