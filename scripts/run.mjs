// Runs every npm script: installs missing dependencies, then runs the task with the workspace's own Node 24.
// This is plain JavaScript without dependencies, because it runs before anything is installed.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { areProgramsBuilt } from "./build-programs.mjs";
import { runChangedTests } from "./changed-tests.mjs";
import { readLongRun } from "./long-run.mjs";
import { at, finished, nodeBinary, onWindows, root, runNode, spawnNode } from "./processes.mjs";
import { release } from "./release.mjs";
import { packagesToBuild, runTestFiles } from "./run-tests.mjs";
import { startPrograms } from "./start.mjs";

const tasks = {
  start: async (args) => ((await buildPrograms()) ? startPrograms(args, buildPages()) : 1),
  build: async () => ((await buildAll()) ? 0 : 1),
  release: async (args) => ((await buildAll()) ? release(args) : 1),
  dev: runAgainOnChange,
  rapport: async (args) => ((await buildPrograms()) ? runNode(["dist/rapport.js", ...args]) : 1),
  pack: packClient,
  example: runExample,
  pictures: takePictures,
  bench: async (args) => ((await buildPrograms()) ? runNode(["bench/src/main.ts", ...args]) : 1),
  check: async () => ((await runChecks()) ? 0 : 1),
  test: runTests,
  "test:changed": (args) => runChangedTests(args, buildPages),
  "test:long": runLongTests,
};

const [name, ...args] = process.argv.slice(2);
const task = Object.hasOwn(tasks, name ?? "") ? tasks[name] : undefined;
if (!task) {
  console.error(`Usage: node scripts/run.mjs <${Object.keys(tasks).join(" | ")}> [...args]`);
  process.exit(2);
}
await ensureInstalled();
process.exitCode = await task(args);

async function ensureInstalled() {
  const marker = at("node_modules/.rapport-installed");
  const wanted = createHash("sha256")
    .update(readFileSync(at("pnpm-lock.yaml")))
    .digest("hex");
  if (existsSync(marker) && readFileSync(marker, "utf8") === wanted && existsSync(nodeBinary)) {
    return;
  }
  console.error("Installing dependencies, once …");
  const { packageManager } = JSON.parse(readFileSync(at("package.json"), "utf8"));
  const install = spawn("npx", ["--yes", packageManager, "install", "--frozen-lockfile"], {
    cwd: root,
    shell: onWindows,
    stdio: ["ignore", "pipe", "pipe"],
    env: installEnvironment(),
  });
  const { code, output } = await finished(install);
  if (code !== 0) {
    process.stderr.write(output);
    console.error("Installing the dependencies failed.");
    process.exit(code);
  }
  if (!existsSync(nodeBinary)) {
    console.error(
      `The npm package "node" has no Node 24 for ${process.platform}-${process.arch}, or install scripts are turned off.`,
    );
    process.exit(1);
  }
  writeFileSync(marker, wanted);
}

function installEnvironment() {
  // The server's Node is a development dependency, so a production environment must not skip those.
  const { NODE_ENV, npm_config_omit, npm_config_production, npm_config_only, ...env } = process.env;
  return { ...env, CI: "true" };
}

/** Bundles the programs. Does nothing if no source has changed. */
async function buildPrograms() {
  if (areProgramsBuilt()) return true;
  const { code, output } = await finished(spawnNode(["scripts/build-programs.mjs"], "pipe"));
  if (code !== 0) console.error(`The build failed.\n${output}`);
  return code === 0;
}

/** Builds the pages of the admin app. Turbo skips the build if no source has changed. */
function buildPages() {
  return buildPackages(["@rapport/admin"]);
}

async function buildPackages(names) {
  if (names.length === 0) return true;
  const filters = names.map((name) => `--filter=${name}`);
  const turbo = ["node_modules/turbo/bin/turbo", "run", "build", "--output-logs=errors-only"];
  const { code, output } = await finished(spawnNode([...turbo, ...filters], "pipe"));
  if (code !== 0) console.error(`The build failed.\n${output}`);
  return code === 0;
}

/** Builds all that runs: the programs and the pages of the admin app. */
async function buildAll() {
  return (await Promise.all([buildPrograms(), buildPages()])).every(Boolean);
}

/** Packs the client, as integrators install it, into a file next to the package.json of this folder. */
async function packClient() {
  const file = at("rapport-client.tgz");
  const folder = mkdtempSync(at("node_modules/.pack-"));
  const packed = join(folder, "rapport-client.tgz");
  const command = [at("node_modules/pnpm/bin/pnpm.mjs"), "pack", "--out", packed];
  const { code, output } = await finished(spawnNode(command, "pipe", {}, at("packages/client")));
  // Replaces the file in one step, because someone may be installing the old one.
  if (code === 0) renameSync(packed, file);
  rmSync(folder, { recursive: true });
  console[code === 0 ? "log" : "error"](code === 0 ? file : output);
  return code;
}

async function runExample([name, ...args]) {
  const names = readdirSync(at("examples")).filter((one) =>
    existsSync(at("examples", one, "main.ts")),
  );
  if (names.includes(name)) return runNode([`examples/${name}/main.ts`, ...args]);
  console.error(`Usage: npm run -s example -- <${names.join(" | ")}> [...args]`);
  return 2;
}

/** Takes the README's pictures of the admin app again. */
async function takePictures() {
  if (!(await buildPages())) return 1;
  const script = ["apps/admin/e2e/screenshots.ts", at("docs/pictures"), "--width", "1440"];
  const light = await runNode([
    ...script,
    ...["--scheme", "light", "/contacts", "/deals/board", "/companies/1"],
  ]);
  return light === 0 ? runNode([...script, "--scheme", "dark", "/"]) : light;
}

async function runTests(filters) {
  if (!(await buildPackages(packagesToBuild(root, filters)))) return 1;
  // Tests often wait, so the checks run meanwhile.
  const checks = runChecks();
  const code = await runTestFiles(root, filters, runNode);
  if (await checks) return code;
  console.log("The checks above failed.");
  return code || 1;
}

/** Runs the tests of `npm run test:long` with larger amounts. */
async function runLongTests(args) {
  const { runs, amounts } = readLongRun(args);
  // One file at a time, because a second one would disturb the measurements of the first.
  const command = ["node_modules/vitest/vitest.mjs", "run", "--reporter=verbose"];
  const limits = ["--maxWorkers=1", "--testTimeout=0", "--hookTimeout=600000"];
  const env = { TEST_AMOUNTS: JSON.stringify(amounts) };
  for (const { filters, times } of runs) {
    for (let time = 1; time <= times; time++) {
      const code = await runNode([...command, ...limits, ...filters], env);
      if (code !== 0) return code;
    }
  }
  return 0;
}

async function runChecks() {
  const checks = {
    lint: ["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings"],
    types: [
      "node_modules/turbo/bin/turbo",
      "run",
      "types",
      "--continue",
      "--output-logs=errors-only",
    ],
    imports: ["node_modules/dependency-cruiser/bin/dependency-cruiser.mjs", "apps", "packages"],
    "unused code": ["node_modules/knip/bin/knip.js", "--no-progress"],
  };
  const results = await Promise.all(
    Object.entries(checks).map(async ([title, command]) => {
      const result = await finished(spawnNode(command, "pipe"));
      console.log(`${result.code === 0 ? "✓" : "✗"} ${title}`);
      if (result.code !== 0) console.log(result.output);
      return result;
    }),
  );
  return results.every(({ code }) => code === 0);
}

/** Restarts on changes. Node's --watch does not notice if an editor replaces a file instead of writing into it. */
async function runAgainOnChange(args) {
  const { watch } = await import("chokidar");
  const isSource = (path, stats) => !stats?.isFile() || /\.(ts|sql|json)$/.test(path);
  const ignored = (path, stats) =>
    /[/\\](node_modules|dist|test|e2e)([/\\]|$)/.test(path) || !isSource(path, stats);
  const watcher = watch([at("apps"), at("packages")], { ignored, ignoreInitial: true });
  const pages = spawnNode(
    [at("apps/admin/node_modules/vite/bin/vite.js"), "build", "--watch", "--logLevel", "warn"],
    "inherit",
    {},
    at("apps/admin"),
  );
  let children = [];
  let changed = false;
  watcher.on("all", () => {
    changed = true;
    for (const child of children) child.kill("SIGTERM");
  });
  for (;;) {
    changed = false;
    const admin = spawnNode(["apps/admin/server/main.ts"], "inherit");
    const api = spawnNode(["apps/api/src/main.ts", ...args], "inherit");
    children = [api, admin];
    const adminEnded = finished(admin);
    const { code } = await finished(api);
    admin.kill("SIGTERM");
    await adminEnded;
    children = [];
    if (!changed && code !== 1) {
      pages.kill("SIGTERM");
      await watcher.close();
      return code;
    }
    // If the program cannot start, wait for the next change.
    while (!changed) await new Promise((resolve) => watcher.once("all", resolve));
    console.error("Restarting …");
  }
}
