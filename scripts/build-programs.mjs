// Bundles the programs (API, admin server, command line) into the folder `dist`, so that a start loads a few files
// instead of two thousand. Does nothing if no source has changed since the last build.
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const at = (...parts) => join(root, ...parts);
const folder = at("dist");

/** Main module of each program. */
const PROGRAMS = {
  api: "apps/api/src/main.ts",
  admin: "apps/admin/server/main.ts",
  rapport: "apps/cli/src/main.ts",
};

/**
 * Main modules of threads, each loaded by a module of its own folder. Without a cache of compiled code, a thread whose types
 * Node must strip takes 16 MiB more memory than one of JavaScript.
 */
const THREADS = {
  "health-thread": "packages/service/src/operation/health-thread.ts",
  "checkpoint-thread": "packages/db/src/dialect/sqlite/checkpoint-thread.ts",
};

const ENTRIES = { ...PROGRAMS, ...THREADS };

/** They load binaries, files or worker threads by paths relative to their own files. */
const UNBUNDLED = /^(better-sqlite3|pg-native|pino|pino-pretty)$/;

/** Files of the last build, by name, and the digest of the sources that it was made from. */
const RECORD = "build.json";

/** Bundles the programs if a source has changed. Vitest calls this before the tests. */
export default async function buildPrograms() {
  if (areProgramsBuilt()) return;
  const { rolldown } = await import("rolldown");
  const unfinished = mkdtempSync(at("node_modules/.programs-"));
  try {
    const bundle = await rolldown({
      cwd: root,
      input: Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [name, at(file)])),
      platform: "node",
      plugins: [unbundled, ownPlaces],
    });
    const { output } = await bundle.write({
      dir: unfinished,
      format: "esm",
      sourcemap: true,
      // V8 keeps the text of each module in memory, with two bytes per character unless all are ASCII.
      comments: false,
      minify: {
        compress: false,
        mangle: false,
        codegen: { asciiOnly: true, removeWhitespace: false },
      },
    });
    const modules = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
    const sources = [...new Set(modules)].filter(isSource).map((file) => relative(root, file));
    const files = output.map(({ fileName }) => fileName);
    const record = { digest: digestSources(sources), sources: sources.toSorted(), files };
    await writeFile(join(unfinished, RECORD), JSON.stringify(record, null, 2));
    replaceFiles(unfinished, files);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** Returns whether `dist` is made from the current sources. */
export function areProgramsBuilt() {
  const record = lastBuild();
  if (record === undefined || !record.files.every((name) => existsSync(join(folder, name)))) {
    return false;
  }
  return digestSources(record.sources) === record.digest;
}

function lastBuild() {
  const file = join(folder, RECORD);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

function digestSources(sources) {
  const hash = createHash("sha256");
  for (const file of [...sources, "pnpm-lock.yaml", "scripts/build-programs.mjs"].toSorted()) {
    hash.update(`${file}\0`);
    // Another digest then, which leads to a new build.
    hash.update(existsSync(at(file)) ? readFileSync(at(file)) : "missing");
  }
  return hash.digest("hex");
}

function isSource(file) {
  return file.startsWith(root + sep) && !file.includes(`${sep}node_modules${sep}`);
}

/**
 * Replaces each file atomically, because programs may be starting. Their entry points come last, because they import
 * the others. Keeps the files of the build before, because a running program loads some of them later.
 */
function replaceFiles(unfinished, files) {
  const before = lastBuild()?.files ?? [];
  const isEntry = (name) => Object.keys(ENTRIES).includes(name.replace(/\.js$/, ""));
  mkdirSync(folder, { recursive: true });
  const inOrder = files.toSorted((a, b) => Number(isEntry(a)) - Number(isEntry(b)));
  for (const name of [...inOrder, RECORD]) renameSync(join(unfinished, name), join(folder, name));
  const kept = new Set([...before, ...files, RECORD]);
  for (const name of readdirSync(folder)) if (!kept.has(name)) rmSync(join(folder, name));
}

const unbundled = {
  name: "unbundled",
  resolveId: {
    filter: { id: UNBUNDLED },
    handler(id, importer) {
      // Optional, and not installed.
      if (id === "pg-native") return { id, external: true };
      const file = createRequire(importer).resolve(id);
      return { id: relative(folder, file).replaceAll(sep, "/"), external: true };
    },
  },
};

/** Lets `import.meta.url` of a source be the URL of that source, because the programs read files next to it. */
const ownPlaces = {
  name: "own-places",
  transform: {
    filter: { id: /\.ts$/, code: "import.meta.url" },
    handler(code, id) {
      const path = JSON.stringify(relative(folder, id).replaceAll(sep, "/"));
      const url = `new URL(${path}, import.meta.url).href`;
      // On the same line, so that the source map still fits.
      const own = code.replaceAll("import.meta.url", url);
      return { code: withThreads(own, url), map: null };
    },
  },
};

/** Lets a module start the bundled threads instead of their sources. */
function withThreads(code, ownUrl) {
  let bundled = code;
  for (const name of Object.keys(THREADS)) {
    bundled = bundled.replaceAll(`"./${name}.ts", ${ownUrl}`, `"./${name}.js", import.meta.url`);
  }
  return bundled;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPrograms();
