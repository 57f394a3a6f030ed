import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sealed } from "@rapport/db";
import { expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));
const SOURCES = [
  "apps/api/src",
  "packages/service/src",
  "apps/cli/src",
  "apps/admin/server",
  "packages/core/src",
];

/**
 * Where the secret key encrypts something, and the columns that store it. Each has a place in a rotation and in a reset
 * (`SEALED_COLUMNS`), or a reason to need none.
 */
const PLACES: Readonly<Record<string, readonly sealed.SealedColumn[] | string>> = {
  "apps/admin/server/oidc-router.ts": "a cookie of ten minutes; processes keep older keys",
  "packages/core/src/access/cursor-keys.ts": ["cursor_keys.key"],
  "packages/core/src/access/factors/second-factor.ts": [
    "second_factors.secret",
    "second_factors.next_secret",
  ],
  "packages/core/src/access/tokens/signing-keys.ts": ["signing_keys.private_key"],
  "packages/core/src/files/files.ts": ["files.key"],
  "packages/core/src/idempotency/idempotency.ts": ["idempotency_keys.response"],
  "packages/core/src/installation/secret-reset.ts": "makes new secrets of endpoints",
  "packages/core/src/installation/secret-rotation.ts": "encrypts all of them again",
  "packages/core/src/templates/accounts.ts": ["messaging_accounts.access_token"],
  "packages/core/src/webhooks/endpoints.ts": ["webhook_endpoints.secret"],
  "packages/core/src/webhooks/save-endpoint.ts": [
    "webhook_endpoints.secret",
    "webhook_endpoints.old_secret",
  ],
};

it("everything that the secret key encrypts has a place in its rotation and its reset", () => {
  const files = SOURCES.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => join(folder, name)),
  );
  const places = files.filter((file) =>
    /\bsecrets\.seal\(/.test(readFileSync(join(ROOT, file), "utf8")),
  );
  expect(places.toSorted()).toEqual(Object.keys(PLACES).toSorted());
  const stored = new Set(
    Object.values(PLACES)
      .filter((one) => typeof one !== "string")
      .flat(),
  );
  expect([...stored].toSorted()).toEqual([...sealed.COLUMNS].toSorted());
});
