import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { parseSecretKey, secretBox } from "../../src/access/secret-box.ts";

const key = randomBytes(32);

test("decrypts what it encrypted, and encrypts one text differently each time", () => {
  const box = secretBox([key]);
  const sealed = box.seal("hunter2 ✓");
  expect(sealed).not.toContain("hunter2");
  expect(box.open(sealed)).toBe("hunter2 ✓");
  expect(box.seal("hunter2 ✓")).not.toBe(sealed);
});

test("an older key still decrypts what it encrypted", () => {
  const sealed = secretBox([key]).seal("x");
  expect(secretBox([randomBytes(32), key]).open(sealed)).toBe("x");
  expect(() => secretBox([randomBytes(32)]).open(sealed)).toThrow(/SECRET_KEY other than/);
});

test("finds a key that another process made current by reading the keys again", () => {
  const newer = randomBytes(32);
  const box = secretBox([key], () => [newer, key]);
  const before = box.seal("x");
  expect(box.open(secretBox([newer]).seal("y"))).toBe("y");
  expect(box.open(before)).toBe("x");
  expect(secretBox([newer]).open(box.seal("z"))).toBe("z");
});

test("a changed text cannot be decrypted", () => {
  const box = secretBox([key]);
  const sealed = box.seal("a secret of some length");
  for (let i = 12; i < sealed.length - 1; i += 3) {
    const other = sealed[i] === "A" ? "B" : "A";
    expect(() => box.open(sealed.slice(0, i) + other + sealed.slice(i + 1))).toThrow();
  }
  expect(() => box.open("")).toThrow();
});

test.each(["", "short", `${"A".repeat(44)}`, `${"?".repeat(43)}=`])(
  "refuses the secret key %j",
  (text) => {
    expect(() => parseSecretKey(text)).toThrow(/32 bytes/);
  },
);

test("uses no nonce twice", () => {
  const box = secretBox([key]);
  const nonces = Array.from({ length: 1_500 }, () =>
    Buffer.from(box.seal("x").slice("v1.01234567.".length), "base64url")
      .subarray(0, 12)
      .toString("hex"),
  );
  expect(new Set(nonces).size).toBe(1_500);
});
