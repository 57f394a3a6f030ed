// Runs every npm script: installs missing dependencies, then runs the task with the workspace's own Node 24.
// This is plain JavaScript without dependencies, because it runs before anything is installed.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { areProgramsBuilt } from "./build-programs.mjs";
import { readLongRun } from "./long-run.mjs";
import { runTestFiles } from "./run-tests.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const at = (...parts) => join(root, ...parts);
const onWindows = process.platform === "win32";
const nodeBinary = at("node_modules/node/bin", onWindows ? "node.exe" : "node");

const quiet = { TURBO_TELEMETRY_DISABLED: "1", TURBO_NO_UPDATE_NOTIFIER: "1", DO_NOT_TRACK: "1" };

/**
 * Objects of a batch, or of a search that sorts hundreds of records, outlive a young generation of 8 MiB and become garbage
 * of the old one. With 16 MiB an import takes 15 % less processor time, and such a search half. With 32 MiB, batch upserts
 * are a fifth faster still, but an import takes 30 MiB more than 100 above a new server; V8 rounds up to a power of two. With
 * Node's default of 64 MiB, pauses took 30 ms.
 * By default, garbage may grow to more than twice the live objects before it is collected.
 * V8 may decide that an object which a function makes will live long, and then makes it among the old ones for good. Under
 * load from the start it decided so for objects of a request: full collections were four times as many, and a search took
 * up to twice the processor time.
 */
const serverFlags = [
  "--max-semi-space-size=16",
  "--heap-growing-percent=30",
  "--no-allocation-site-pretenuring",
];
/** Caches compiled code: a start then takes three quarters of the processor time. */
const compiled = {
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE || at("node_modules/.cache/node"),
};
const production = {
  NODE_ENV: process.env.NODE_ENV || "production",
  // The allocator of glibc keeps an arena per thread, each with memory that it does not give back. With one arena the
  // server takes 10 to 20 MiB less, at the same speed.
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX || "1",
};

/** Children that got a signal to stop. A second signal would end them at once. */
const signalled = new WeakSet();

const tasks = {
  start: startAll,
  dev: runAgainOnChange,
  rapport: async (args) => ((await buildPrograms()) ? runNode(["dist/rapport.js", ...args]) : 1),
  pack: packClient,
  example: runExample,
  pictures: takePictures,
  bench: async (args) => ((await buildPrograms()) ? runNode(["bench/src/main.ts", ...args]) : 1),
  check: async () => ((await runChecks()) ? 0 : 1),
  test: runTests,
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

/**
 * Starts the API at once. Starts the admin app when its pages are built and the API has printed its text, so that the
 * texts do not mix. If the admin app fails, the API keeps running.
 */
async function startAll(args) {
  if (!(await buildPrograms())) return 1;
  const stdio = ["inherit", "inherit", "inherit", "ipc"];
  const api = spawnNode([...serverFlags, "dist/api.js", ...args], stdio, production);
  const ended = finished(api);
  const started = once(api, "message");
  // The API replaces its processes one after another. On a terminal, SIGHUP means that the terminal was closed.
  process.on("SIGHUP", () => api.kill(process.stdin.isTTY ? "SIGTERM" : "SIGHUP"));
  let admin;
  const adminApp = Promise.all([buildPages(), Promise.race([started, ended])]).then(
    async ([isBuilt]) => {
      if (!isBuilt || api.exitCode !== null) return;
      admin = spawnNode([...serverFlags, "dist/admin.js"], "inherit", production);
      await finished(admin);
    },
  );
  const { code } = await ended;
  if (admin && !signalled.has(admin)) admin.kill("SIGTERM");
  await adminApp;
  return code;
}

/** Bundles the programs. Does nothing if no source has changed. */
async function buildPrograms() {
  if (areProgramsBuilt()) return true;
  const { code, output } = await finished(spawnNode(["scripts/build-programs.mjs"], "pipe"));
  if (code !== 0) console.error(`The build failed.\n${output}`);
  return code === 0;
}

/** Builds the pages of the admin app. Turbo skips the build if no source has changed. */
async function buildPages(...more) {
  const filters = ["@rapport/admin", ...more].map((name) => `--filter=${name}`);
  const turbo = ["node_modules/turbo/bin/turbo", "run", "build", "--output-logs=errors-only"];
  const { code, output } = await finished(spawnNode([...turbo, ...filters], "pipe"));
  if (code !== 0) console.error(`The build failed.\n${output}`);
  return code === 0;
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
  // Four tests pack the client.
  if (!(await buildPages("@rapport/client"))) return 1;
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

async function runNode(command, env) {
  return (await finished(spawnNode(command, "inherit", env))).code;
}

function spawnNode(command, stdio, env, cwd = root) {
  const path = [at("node_modules/.bin"), dirname(nodeBinary), process.env.PATH].join(delimiter);
  return spawn(nodeBinary, command, {
    cwd,
    stdio: stdio === "pipe" ? ["ignore", "pipe", "pipe"] : stdio,
    env: { ...process.env, ...quiet, ...compiled, ...env, PATH: path },
  });
}

function finished(child) {
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  const stopForwarding = forwardSignals(child);
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ code: 1, output: `${output}${error.message}\n` }));
    child.once("close", (code, signal) =>
      resolve({ code: code ?? 128 + constants.signals[signal], output }),
    );
  }).finally(stopForwarding);
}

/** Forwards signals to the child. Ctrl-C in a terminal has already reached it, so it is not sent a second time. */
function forwardSignals(child) {
  const forward = (signal) => {
    signalled.add(child);
    if (signal === "SIGINT" && process.stdin.isTTY) return;
    child.kill(signal);
  };
  process.on("SIGINT", forward).on("SIGTERM", forward);
  const stopWatching = onceNpmIsGone(() => signalled.has(child) || forward("SIGTERM"));
  return () => {
    process.off("SIGINT", forward).off("SIGTERM", forward);
    stopWatching();
  };
}

/** npm sends SIGTERM only to the shell in between, which exits silently. All that we notice is a new parent. */
function onceNpmIsGone(act) {
  if (!process.env.npm_lifecycle_event || onWindows) return () => {};
  const parent = process.ppid;
  const timer = setInterval(() => process.ppid !== parent && act(), 250);
  return () => clearInterval(timer);
}
