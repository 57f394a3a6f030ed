// Compiles the package into dist, as ECMAScript modules and for CommonJS. Writes out the types of the procedures and the object types, so that the
// package needs neither the server nor the model. Does nothing if no source has changed since the last build.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { hasPipeline, OBJECT_TYPES } from "@rapport/model";
import { rolldown } from "rolldown";

const PACKAGE = join(import.meta.dirname, "..");
/** Holds the digest of the sources of the files in dist. */
const BUILT_FROM = join(PACKAGE, "node_modules/.built-from");
const SOURCES = [
  ...["src", "scripts", "package.json", "tsconfig.build.json", "tsconfig.routers.json"],
  ...["../core/src", "../db/src", "../model/src", "../../tsconfig.base.json"],
  "../../pnpm-lock.yaml",
].map((name) => join(PACKAGE, name));
const TSC = join(PACKAGE, "../../node_modules/typescript/bin/tsc");

/** Types of other modules in the routers' declarations, and what replaces them in the package. */
const REPLACED: readonly (readonly [RegExp, string])[] = [
  [/import\("[^"]*\/errors\.ts"\)\.Issue\b/g, 'import("./errors.ts").RapportIssue'],
  [/import\("[^"]*\/context\.ts"\)\.(Context|Meta)\b/g, "object"],
  [/import\("[^"]*\/answers\.ts"\)\.Answer\b/g, "object"],
];

/** Names of other files in declarations: `from "./errors.ts"`, `import("./errors.ts")`. */
const RELATIVE = /(from |import\()"(\.\/[^"]+)\.ts"/g;

const digest = digestPaths(SOURCES);
if (digest !== lastDigest()) await build();

async function build(): Promise<void> {
  const folder = mkdtempSync(join(PACKAGE, "node_modules/.build-"));
  try {
    const [built, routers] = [join(folder, "dist"), join(folder, "routers")];
    // `npm run check` checks these files. Here that would take ten times as long as writing them.
    compile("-p", "tsconfig.build.json", "--noCheck", "--outDir", built);
    compile("-p", "tsconfig.routers.json", "--outDir", routers);
    writeFileSync(join(built, "app-router.d.ts"), appRouterTypes(routers));
    writeFileSync(join(built, "model.js"), modelValues());
    writeFileSync(join(built, "model.d.ts"), modelTypes());
    addDeclarations(built);
    await addCommonJs(built);
    replaceFiles(join(PACKAGE, "dist"), built);
    writeFileSync(BUILT_FROM, digest);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Corrects the declarations for compilers before 5.7, and adds copies for CommonJS. */
function addDeclarations(built: string): void {
  for (const name of readdirSync(built).filter((file) => file.endsWith(".d.ts"))) {
    const text = readFileSync(join(built, name), "utf8").replaceAll(
      /\bUint8Array<ArrayBuffer(Like)?>/g,
      "Uint8Array",
    );
    const withNames = (extension: string) => text.replaceAll(RELATIVE, `$1"$2.${extension}"`);
    writeFileSync(join(built, name), withNames("js"));
    writeFileSync(join(built, name.replace(/\.d\.ts$/, ".d.cts")), withNames("cjs"));
  }
}

/** Bundles the modules for CommonJS, with oauth4webapi, which is an ECMAScript module and cannot be required by all. */
async function addCommonJs(built: string): Promise<void> {
  const bundle = await rolldown({
    input: { index: join(built, "index.js"), trpc: join(built, "trpc.js") },
    external: ["@trpc/client"],
    platform: "node",
  });
  const names = { entryFileNames: "[name].cjs", chunkFileNames: "shared.cjs" };
  await bundle.write({ dir: built, format: "cjs", exports: "named", ...names });
  await bundle.close();
}

/** Returns undefined if the package was not built. */
function lastDigest(): string | undefined {
  const isBuilt = existsSync(join(PACKAGE, "dist/index.cjs")) && existsSync(BUILT_FROM);
  return isBuilt ? readFileSync(BUILT_FROM, "utf8") : undefined;
}

function compile(...args: string[]): void {
  execFileSync(process.execPath, [TSC, ...args], { cwd: PACKAGE, stdio: "inherit" });
}

/** Replaces each file atomically, because another process may pack the package at the same time. */
function replaceFiles(folder: string, built: string): void {
  mkdirSync(folder, { recursive: true });
  const names = readdirSync(built);
  for (const name of names) renameSync(join(built, name), join(folder, name));
  for (const name of readdirSync(folder)) {
    if (!names.includes(name)) rmSync(join(folder, name), { recursive: true });
  }
}

/** The values of src/model.ts. */
function modelValues(): string {
  const plurals = Object.values(OBJECT_TYPES).map(({ plural }) => plural);
  return `export const PLURALS = ${JSON.stringify(plurals)};\n`;
}

/** The declarations of src/model.ts. */
function modelTypes(): string {
  const types = Object.values(OBJECT_TYPES).map(({ name, plural, createFields }) => {
    const fields = createFields.map((field) => JSON.stringify(field)).join(" | ");
    return `  readonly ${name}: {
    readonly plural: "${plural}";
    readonly createField: ${fields};
    readonly hasPipeline: ${hasPipeline(name)};
  };`;
  });
  return `export type ObjectTypes = {
${types.join("\n")}
};
export declare const PLURALS: readonly string[];
`;
}

function appRouterTypes(folder: string): string {
  const routers = ["public", "workspace"].map((branch) => {
    const file = join(folder, "packages/core/src/routers", branch, "index.d.ts");
    return REPLACED.reduce(
      (text, [pattern, instead]) => text.replaceAll(pattern, instead),
      readFileSync(file, "utf8").replace("export declare const", "declare const"),
    );
  });
  const stray = /import\("(?!@trpc\/server"|\.\/errors\.ts")[^)]*\)/.exec(routers.join("\n"));
  if (stray !== null) throw new Error(`The types of the procedures need ${stray[0]}.`);
  return `${routers.join("\n")}
type Root = (typeof publicRouter)["_def"]["_config"]["$types"];
type Branches = { public: typeof publicRouter; workspace: typeof workspaceRouter };
export type AppRouter = import("@trpc/server").TRPCBuiltRouter<
  Root,
  import("@trpc/server").TRPCDecorateCreateRouterOptions<Branches>
>;
`;
}

/** Returns a digest of the names and contents of files and, for a folder, of every file in it. */
function digestPaths(paths: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of paths.flatMap(listFiles)) hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest("hex");
}

function listFiles(path: string): readonly string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .map((name) => join(path, name))
    .filter((file) => statSync(file).isFile())
    .toSorted();
}
