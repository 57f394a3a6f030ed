import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chownSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { parseSecretKey, secretBox } from "@rapport/core";
import { sealed as sealedColumns } from "@rapport/db";
import { DIALECTS, PROGRAM_ENV, programPath } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cookieOf } from "../../admin/test/support/admin-app.ts";
import { codeOf } from "../../admin/test/support/totp.ts";
import { exportApi } from "../../api/test/support/exports.ts";
import { runHere } from "./support/run-here.ts";
import {
  cursorOf,
  findSealed,
  keyIdOf,
  type Sealed,
  startSealed,
  WORKS,
} from "./support/sealed-installation.ts";

describe.each(DIALECTS)("a rotation of the secret key on %s", (dialect) => {
  let sealed: Sealed;
  let before: string;
  const traffic: { key: string; status: number; body: unknown }[] = [];

  beforeAll(async () => {
    sealed = await startSealed(dialect);
    [before = ""] = sealed.keys();
  });
  afterAll(() => sealed[Symbol.asyncDispose]());

  it("begins with a secret in each column that the key encrypts", async () => {
    const columns = new Set((await findSealed(sealed.first.app)).map(({ column }) => column));
    expect([...columns].toSorted()).toEqual([...sealedColumns.COLUMNS].toSorted());
  });

  it("ends with one key in the file, and says so, while requests go on", async () => {
    const { app } = sealed.first;
    let isOver = false;
    const rotation = sealed.rapport("secrets", "rotate", "--json").finally(() => {
      isOver = true;
    });
    for (let i = 0; !isOver; i++) {
      const key = `during-${i}`;
      const request = {
        json: { email: `during${i}@example.com` },
        headers: { "idempotency-key": key },
      };
      const { status, body } = await app.call("POST", "/v1/contacts", {
        ...{ ...request, token: sealed.held.apiKey },
      });
      traffic.push({ key, status, body });
      await delay(20);
    }
    const { code, stdout, stderr } = await rotation;
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(stdout)).toEqual({
      ...{ resealed: expect.any(Number), keys_removed: 1, key_file: sealed.file },
    });
    expect(sealed.keys()).toEqual([expect.any(String)]);
    expect(sealed.keys()).not.toEqual([before]);
    expect(statSync(sealed.file).mode & 0o777).toBe(0o600);
    expect(new Set(traffic.map(({ status }) => status))).toEqual(new Set([201]));
  });

  it("leaves nothing that the old key encrypted", async () => {
    const [key = ""] = sealed.keys();
    const ids = (await findSealed(sealed.first.app)).map(
      ({ column, keyId }) => `${column} ${keyId}`,
    );
    expect(new Set(ids)).toEqual(
      new Set(sealedColumns.COLUMNS.map((column) => `${column} ${keyIdOf(key)}`)),
    );
  });

  describe.each(["the running server", "a server with the new key alone"])(
    "%s still takes",
    (which) => {
      let servers: Sealed["first"];
      beforeAll(async () => {
        servers = which === "the running server" ? sealed.first : await sealed.start();
      });

      it.each(Object.keys(WORKS))("%s", async (what) => {
        await WORKS[what]?.(servers, sealed);
      });

      it("responses of the time of the rotation", async () => {
        const { app } = sealed.first;
        for (const { key, body } of traffic) {
          const { email } = (body as { data: { email: string } }).data;
          const request = { json: { email }, headers: { "idempotency-key": key } };
          const again = await app.call("POST", "/v1/contacts", {
            ...request,
            token: sealed.held.apiKey,
          });
          expect([again.status, again.body]).toEqual([201, body]);
        }
      });
    },
  );

  it("keeps second factors, also one that was about to be replaced", async () => {
    const { admin } = sealed.first;
    const { email, password, secret, next } = sealed.held.admin;
    const signedIn = await admin.signIn({ email, password, code: codeOf(secret, 1) });
    expect(signedIn.status).toBe(204);
    const cookie = cookieOf(signedIn);
    await admin.change(cookie, "access.secondFactor.confirm", { code: codeOf(next) });
    const again = await admin.signIn({ email, password, code: codeOf(next, 1) });
    expect(again.status).toBe(204);
  });

  it("if it was interrupted, everything works, and the next one ends with one key", async () => {
    const env = { ...PROGRAM_ENV, ...sealed.env };
    const rotation = spawn(process.execPath, [programPath("rapport"), "secrets", "rotate"], {
      env,
    });
    await expect.poll(() => sealed.keys().length, { timeout: 60_000 }).toBe(2);
    rotation.kill("SIGKILL");
    await once(rotation, "close");
    const both = sealed.keys();
    for (const works of Object.values(WORKS)) await works(sealed.first, sealed);
    const { code, stdout } = await sealed.rapport("secrets", "rotate");
    const [key = "", ...others] = sealed.keys();
    expect({ code, others }).toEqual({ code: 0, others: [] });
    expect(both).not.toContain(key);
    expect(stdout).toMatch(
      /^Everything is encrypted with the new key: \d+ secrets .* which has only the new one\./,
    );
    const ids = new Set((await findSealed(sealed.first.app)).map(({ keyId }) => keyId));
    expect(ids).toEqual(new Set([keyIdOf(key)]));
  });

  it.skipIf(process.getuid?.() !== 0 || dialect !== "sqlite")(
    "leaves the file to its user if root runs it",
    async () => {
      const nobody = 65_534;
      chownSync(sealed.file, nobody, nobody);
      expect(await sealed.rapport("secrets", "rotate")).toMatchObject({ code: 0 });
      const { uid, gid, mode } = statSync(sealed.file);
      expect([uid, gid, mode & 0o777]).toEqual([nobody, nobody, 0o600]);
      chownSync(sealed.file, 0, 0);
    },
  );

  it("changes nothing if a secret cannot be decrypted", async () => {
    const { db } = sealed.first.app.deps;
    const content = readFileSync(sealed.file, "utf8");
    const foreign = secretBox([randomBytes(32)]).seal("lost");
    const row = () => db.kysely.selectFrom("messaging_accounts").select("access_token").execute();
    const [stored] = await row();
    const set = (access_token: string) =>
      db.kysely.updateTable("messaging_accounts").set({ access_token }).execute();
    await set(foreign);
    const { code, stderr } = await sealed.rapport("secrets", "rotate");
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /cannot decrypt messaging_accounts\.access_token, so nothing was changed/,
    );
    expect(readFileSync(sealed.file, "utf8")).toBe(content);
    await set(stored?.access_token ?? "");
  });

  it.runIf(dialect === "sqlite")(
    "leaves SECRET_KEY to its operator, and says when the old key can go",
    async () => {
      const [old = ""] = sealed.keys();
      const key = randomBytes(32).toString("base64");
      const rotate = (SECRET_KEY: string) =>
        runHere(["secrets", "rotate"], { ...sealed.env, SECRET_KEY });
      expect(await rotate(old)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/SECRET_KEY is set in the environment/),
      });
      expect(await rotate(`${key},${old}`)).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/remove the old key from SECRET_KEY, and restart/),
      });
      const ids = new Set((await findSealed(sealed.first.app)).map(({ keyId }) => keyId));
      expect(ids).toEqual(new Set([keyIdOf(key)]));
      writeFileSync(sealed.file, `${key}\n`);
    },
  );

  it.runIf(dialect === "sqlite")(
    "keeps cursors of a version that encrypted them with the secret key itself",
    async () => {
      await sealed.stop();
      const legacy = await sealed.start();
      await legacy.app.deps.db.kysely.deleteFrom("cursor_keys").execute();
      await sealed.stop();
      const { app } = await sealed.start();
      const { token } = sealed.held.caller;
      const nextCursor = cursorOf(await app.call("GET", "/api/crm/events?from=now", { token }));
      // The version before opens it too, as long as both run.
      const [key = ""] = sealed.keys();
      expect(secretBox([parseSecretKey(key)]).open(nextCursor)).toContain("events");
      expect(await sealed.rapport("secrets", "rotate")).toMatchObject({ code: 0 });
      for (const server of [app, (await sealed.start()).app]) {
        const page = await server.call("GET", `/api/crm/events?cursor=${nextCursor}`, { token });
        expect(page.status, JSON.stringify(page.body)).toBe(200);
      }
      expect(await exportApi(app, token).text({ object: "contact" })).toContain("ada@");
    },
  );
});
