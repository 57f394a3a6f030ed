import { execFile } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startRapport } from "./support/rapport.ts";

const run = promisify(execFile);
const PACKAGE = join(import.meta.dirname, "..");
const ROOT = join(PACKAGE, "../..");
const TSC = join(ROOT, "node_modules/typescript/bin/tsc");

describe("the package as it is published", () => {
  let folder: string;
  let installed: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "rapport-client-"));
    installed = join(folder, "node_modules/@rapport/client");
    mkdirSync(installed, { recursive: true });
    const path = `${dirname(process.execPath)}:${join(ROOT, "node_modules/.bin")}:${process.env.PATH}`;
    await run(join(ROOT, "node_modules/.bin/pnpm"), ["pack", "--pack-destination", folder], {
      cwd: PACKAGE,
      env: { ...process.env, PATH: path, CI: "true" },
    });
    const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz")) as string;
    await run("tar", ["-xzf", join(folder, tarball), "-C", installed, "--strip-components=1"]);
    for (const name of ["oauth4webapi", "@trpc/client", "@trpc/server"]) {
      link(join(PACKAGE, "node_modules", name), join(folder, "node_modules", name));
    }
    link(join(ROOT, "node_modules/@types/node"), join(folder, "node_modules/@types/node"));
    writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const packed = () => readdirSync(installed, { recursive: true, encoding: "utf8" });

  test("contains only the built client", () => {
    const stray = packed().filter((name) => !/^(dist|package\.json|README\.md)/.test(name));
    expect(stray).toEqual([]);
    const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
    expect(Object.keys(manifest.dependencies).sort()).toEqual(["@trpc/client", "oauth4webapi"]);
    expect(JSON.stringify(manifest)).not.toMatch(/workspace:|catalog:|\.\/src/);
    const imported = packed()
      .filter((name) => name.endsWith(".js"))
      .flatMap((name) => [
        ...readFileSync(join(installed, name), "utf8").matchAll(
          /^(?:import|export) .*from "([^."][^"]*)"/gm,
        ),
      ])
      .map(([, name]) => name);
    const declared = packed().filter((name) => name.endsWith(".d.ts"));
    for (const name of declared) {
      expect(readFileSync(join(installed, name), "utf8"), name).not.toMatch(
        /@rapport\/(core|model)/,
      );
    }
    expect([...new Set(imported)].sort()).toEqual(["@trpc/client", "oauth4webapi"]);
  });

  test("compiles and runs in a new program", async () => {
    writeFileSync(join(folder, "program.ts"), PROGRAM);
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(STRICT));
    await run(process.execPath, [TSC, "-p", folder]).catch((error) => {
      throw new Error(error.stdout);
    });
    await using rapport = await startRapport("sqlite");
    const { clientId, clientSecret } = await rapport.app.caller();
    const { stdout } = await run(process.execPath, [join(folder, "program.js")], {
      env: { BASE_URL: rapport.baseUrl, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret },
    });
    expect(JSON.parse(stdout)).toEqual({
      email: "ada@example.com",
      code: "INVALID_INPUT",
      forged: "WEBHOOK_MALFORMED",
      over: "ada@example.com",
    });
  });
});

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path, "dir");
}

const STRICT = {
  compilerOptions: {
    module: "nodenext",
    target: "es2022",
    // The declarations of @trpc/client use a DOM type.
    lib: ["es2022", "dom"],
    types: ["node"],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
  },
  include: ["program.ts"],
};

const PROGRAM = `
import { createPublicClient, RapportError, type RapportEvent, verifyWebhook } from "@rapport/client";
import { createTrpcClient } from "@rapport/client/trpc";

const { BASE_URL = "", CLIENT_ID = "", CLIENT_SECRET = "" } = process.env;
const rapport = createPublicClient({
  baseUrl: BASE_URL,
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  scope: "crm.contacts.read crm.contacts.write",
});
const made = await rapport.contacts.create({ email: "ada@example.com" });
const email: string | null = made.email;
// @ts-expect-error a contact has no such field
made.dealType;
const code = await rapport.contacts.update(made.id, "email", "nonsense").catch((error: unknown) =>
  error instanceof RapportError ? error.code : "",
);
export function tell(event: RapportEvent): number | null {
  return event.type === "deal.stage_changed" ? event.data.amount : null;
}
const forged = await verifyWebhook({ headers: {}, body: "{}" }, "whsec_AAAA").catch(
  (error: RapportError) => error.code,
);
const credentials = {
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  scope: "crm.contacts.read",
};
const trpc = createTrpcClient({ baseUrl: BASE_URL, credentials });
const read = await trpc.public.contacts.read.query({ contactId: made.id, properties: "email" });
const over: string | boolean | (string | boolean)[] | null | undefined = read.data.properties.email;
// @ts-expect-error there is no such member
trpc.public.contacts.read.query({ contactIdentifier: 1 }).catch(() => undefined);
// @ts-expect-error a response has no such member
read.data.nonsense;
console.log(JSON.stringify({ email, code, forged, over }));
`;
