// Compiles the package into dist, and writes out the types of the procedures, so that who installs the
// package needs nothing of the server.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PACKAGE = join(import.meta.dirname, "..");
const TSC = join(PACKAGE, "../../node_modules/typescript/bin/tsc");

/** What the declarations of the routers name in other modules, and what a client is told instead. */
const REPLACED: readonly (readonly [RegExp, string])[] = [
  [/import\("[^"]*\/errors\.ts"\)\.Issue\b/g, 'import("./errors.ts").RapportIssue'],
  [/import\("[^"]*\/trpc\.ts"\)\.(Context|Meta)\b/g, "object"],
  [/import\("[^"]*\/answers\.ts"\)\.Answer\b/g, "object"],
];

rmSync(join(PACKAGE, "dist"), { recursive: true, force: true });
compile("-p", "tsconfig.build.json");
const folder = mkdtempSync(join(tmpdir(), "rapport-router-types-"));
try {
  compile("-p", "tsconfig.routers.json", "--outDir", folder);
  writeFileSync(join(PACKAGE, "dist/app-router.d.ts"), appRouterTypes(folder));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function compile(...args: string[]): void {
  execFileSync(process.execPath, [TSC, ...args], { cwd: PACKAGE, stdio: "inherit" });
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
