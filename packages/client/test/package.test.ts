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
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { currentSchema, typesOfSchema } from "@rapport/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addListings } from "./support/listings.ts";
import { startRapport } from "./support/rapport.ts";

const run = promisify(execFile);
const PACKAGE = join(import.meta.dirname, "..");
const ROOT = join(PACKAGE, "../..");
const TSC = join(ROOT, "node_modules/typescript/bin/tsc");

describe("the package as it is published", () => {
  let folder: string;
  let installed: string;
  let schema: string;
  beforeAll(async () => {
    schema = await schemaTypes();
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
      .filter((name) => /\.c?js$/.test(name))
      .flatMap((name) => [
        ...readFileSync(join(installed, name), "utf8").matchAll(
          /(?:^(?:import|export) .*from |require\()"([^."][^"]*)"/gm,
        ),
      ])
      .map(([, name]) => name);
    const declared = packed().filter((name) => /\.d\.c?ts$/.test(name));
    for (const name of declared) {
      expect(readFileSync(join(installed, name), "utf8"), name).not.toMatch(
        /@rapport\/(core|model)/,
      );
    }
    expect([...new Set(imported)].sort()).toEqual(["@trpc/client", "oauth4webapi"]);
  });

  test("has a file for each name in its exports", () => {
    const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
    const { exports, main, types, typesVersions } = manifest;
    const files = [
      ...JSON.stringify([exports, main, types, typesVersions]).matchAll(/"\.\/(dist\/[^"]+)"/g),
    ];
    expect(files).toHaveLength(11);
    expect(packed()).toEqual(expect.arrayContaining(files.map(([, file]) => file)));
  });

  test.each(["index", "trpc"])("offers the same from %s.js and %s.cjs", async (name) => {
    const path = join(installed, "dist", name);
    const required = createRequire(import.meta.url)(`${path}.cjs`);
    expect(Object.keys(required).sort()).toEqual(Object.keys(await import(`${path}.js`)).sort());
  });

  const CASES = COMPILERS.flatMap(([version, resolutions]) =>
    resolutions.map((resolution) => [version, resolution] as const),
  );
  test.each(CASES)(
    "has types for TypeScript %s with %s, in both kinds of modules",
    async (version, resolution) => {
      const at = join(folder, `${version}-${resolution}`);
      mkdirSync(at);
      const files = ["program.mts", "program.cts"];
      // A bundler reads the same types as a module of node16, so the newest one is enough for the slowest part.
      const withTrpc = hasTrpc(version) && (resolution !== "bundler" || version === "7.0");
      const text = [TYPED, schema, TYPED_SCHEMA, ...(withTrpc ? [TYPED_TRPC] : [])].join("");
      for (const file of files) writeFileSync(join(at, file), text);
      const compilerOptions = optionsOf(version, resolution);
      writeFileSync(join(at, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
      await run(process.execPath, [compilerOf(version), "-p", at]).catch((error) => {
        throw new Error(error.stdout);
      });
    },
  );

  test("runs in a CommonJS program", async () => {
    writeFileSync(join(folder, "required.cjs"), REQUIRING);
    await using rapport = await startRapport("sqlite");
    const { clientId, clientSecret } = await rapport.app.caller();
    const { stdout } = await run(process.execPath, [join(folder, "required.cjs")], {
      env: { BASE_URL: rapport.baseUrl, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret },
    });
    expect(JSON.parse(stdout)).toEqual({
      email: "ada@example.com",
      over: "ada@example.com",
      refused: ["RapportError", "NOT_FOUND"],
    });
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

/**
 * Compilers, the oldest first, and the ways to find modules that each knows; before 5.8, nodenext was another name of node16.
 * tRPC's own types need 5.7.
 */
const COMPILERS: readonly (readonly [string, readonly string[]])[] = [
  ["5.0", ["node16", "bundler", "node10"]],
  ["5.7", ["node16", "bundler", "node10"]],
  ["5.9", ["node16", "bundler"]],
  ["6.0", ["nodenext", "bundler"]],
  ["7.0", ["node16", "nodenext", "bundler"]],
];

function hasTrpc(version: string): boolean {
  return version !== "5.0";
}

function compilerOf(version: string): string {
  if (version === "7.0") return TSC;
  return join(PACKAGE, `node_modules/typescript-${version}/bin/tsc`);
}

function optionsOf(version: string, resolution: string): object {
  const isNode = resolution.startsWith("node1") && resolution !== "node10";
  const module = isNode || resolution === "nodenext" ? resolution : "esnext";
  return {
    ...{ module, moduleResolution: resolution, target: "es2022", noEmit: true },
    // Without the types of Node, which need a newer compiler.
    ...{ types: [], strict: true, skipLibCheck: false },
    // Checks the types of all packages, but not the compiler's own, which takes most of the time.
    skipDefaultLibCheck: true,
    lib: ["es2022", "dom", "dom.iterable", ...(hasTrpc(version) ? ["esnext.disposable"] : [])],
  };
}

const TYPED = `
import { createPublicClient, createWorkspaceClient, type RapportEvent, RapportError, verifyWebhook } from "@rapport/client";

export const rapport = createPublicClient({
  baseUrl: "https://rapport.example",
  clientId: "",
  clientSecret: "",
  scope: "crm.contacts.read",
});
export async function use(): Promise<void> {
  const made = await rapport.contacts.create({ email: "ada@example.com" });
  const email: string | null = made.email;
  // @ts-expect-error a contact has no such field
  made.dealType;
  const bytes: AsyncGenerator<Uint8Array, void> = rapport.exports.file("7");
  for await (const { length } of bytes) length.toFixed();
  const secret = "whsec_AAAA";
  const event: RapportEvent = await verifyWebhook({ headers: {}, body: new Uint8Array(2) }, secret);
  // @ts-expect-error there is no such type of event
  event.type === "contact.invented";
  const workspace = createWorkspaceClient({ baseUrl: "https://rapport.example", apiKey: "" });
  const { items } = await workspace.deals.list().page();
  const error: RapportError = new RapportError("NOT_FOUND", email ?? items.length.toFixed());
  throw error;
}
`;

/** Returns what `rapport schema types` prints for a project with an object type of its own. */
async function schemaTypes(): Promise<string> {
  await using rapport = await startRapport("sqlite");
  const { deps } = rapport.app;
  const { projectId } = await rapport.app.caller();
  await addListings(deps, projectId);
  return typesOfSchema(await currentSchema(deps, projectId));
}

const TYPED_SCHEMA = `
export const own = createPublicClient<Schema>({
  baseUrl: "https://rapport.example",
  clientId: "",
  clientSecret: "",
  scope: "crm.custom.read",
});
export async function useOwn(): Promise<void> {
  const listings = own.objects("listings");
  const made = await listings.create({ street: "Elm Street", energy: "a", rooms: 3, stage: "sold" });
  const street: string | null | undefined = made.street;
  // @ts-expect-error a listing needs a street
  await listings.create({ energy: "a" });
  // @ts-expect-error the list of options is closed
  await listings.create({ street: "Elm Street", energy: "c" });
  // @ts-expect-error a listing has no such property
  await listings.create({ street: "Elm Street", rooom: 3 });
  await listings.update(made.id, "features", ["garden", "pool"]);
  // @ts-expect-error a flag is no text
  await listings.update(made.id, "sold", "yes");
  // @ts-expect-error a listing has no such property
  await listings.update(made.id, { rooom: 3 });
  const read = await listings.read(made.id, { properties: ["sold", "rooms"] });
  const sold: boolean | null | undefined = read.properties.sold;
  const rooms: string | null | undefined = read.properties.rooms;
  // @ts-expect-error a listing has no such property
  await listings.read(made.id, { properties: ["rooom"] });
  const filters = [{ internal_name: "energy", operator: "EQ", value: "a" }] as const;
  for await (const { properties } of listings.search({ filterGroups: [{ filters }] })) {
    const energy: string | null | undefined = properties.energy;
    String(energy);
  }
  // @ts-expect-error a listing has no such property
  listings.search({ sorts: [{ internal_name: "rooom" }] });
  // @ts-expect-error the project has no such type
  own.objects("unicorns");
  await listings.batch.upsert([{ properties: { street: "Elm" } }], { idProperty: "street" });
  await own.contacts.create({ email: "ada@example.com", shoe_size: 38 });
  // @ts-expect-error a contact has no such property
  await own.contacts.create({ email: "ada@example.com", shoe_sice: 38 });
  const any = await rapport.objects("listings").create({ street: "Elm", rooms: 3 });
  any.id.toFixed();
  throw new Error([street, sold, rooms].join());
}
`;

const TYPED_TRPC = `
import { createTrpcClient } from "@rapport/client/trpc";

export async function call(): Promise<void> {
  const credentials = { apiKey: "" };
  const trpc = createTrpcClient({ baseUrl: "https://rapport.example", credentials });
  const read = await trpc.public.contacts.read.query({ contactId: 1 });
  const id: number = read.data.id;
  // @ts-expect-error a response has no such member
  read.data.nonsense;
  // @ts-expect-error there is no such member
  trpc.public.contacts.read.query({ contactIdentifier: id }).catch(() => undefined);
}
`;

const REQUIRING = `
const { createPublicClient, RapportError } = require("@rapport/client");
const { createTrpcClient } = require("@rapport/client/trpc");

const { BASE_URL: baseUrl, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret } = process.env;
const credentials = { clientId, clientSecret, scope: "crm.contacts.read crm.contacts.write" };
async function main() {
  const rapport = createPublicClient({ baseUrl, ...credentials });
  const { id, email } = await rapport.contacts.create({ email: "ada@example.com" });
  const trpc = createTrpcClient({ baseUrl, credentials });
  const read = await trpc.public.contacts.read.query({ contactId: id, properties: "email" });
  const error = await rapport.contacts.read(999999).catch((one) => one);
  const refused = error instanceof RapportError ? [error.name, error.code] : [];
  console.log(JSON.stringify({ email, over: read.data.properties.email, refused }));
}
main();
`;

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
