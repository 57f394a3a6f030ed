// Makes the archive of a release: Node, the bundled programs, the pages of the admin app, the few packages that cannot be
// bundled, guides, unit files, licences and a bill of materials. It runs without npm and without a network.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { at, finished, nodeBinary, root, spawnNode } from "./processes.mjs";

const USAGE = "Usage: npm run release -- [--folder FOLDER] [--without-node]";

/** What the programs read of the tree, besides packages. `package.json` says that `scripts` are modules. */
const OWN = [
  ...["bin", "dist", "apps/admin/dist", "deploy/systemd", "package.json", "README.md"],
  ...["CHANGELOG.md", "SECURITY.md", "scripts/start.mjs", "scripts/processes.mjs"],
  "scripts/healthcheck.mjs",
];

/** Parts of packages that only a build of them or another platform needs. */
const NEEDLESS = [
  /\/better-sqlite3\/(deps|src|binding\.gyp)/,
  new RegExp(`/better-sqlite3/prebuilds/(?!${process.platform}-${process.arch}\\.node$).`),
  /\/node_modules\/\.bin(\/|$)/,
  /\.([cm]?ts|map|md)$/,
  /\/node_modules\/(?!\.pnpm)[^/]+\/(tests?|docs|bench(marks)?|examples?)(\/|$)/,
];

/** Packages without which the programs run: better-sqlite3 needs it to compile only. */
const BUILD_ONLY = new Set(["node-addon-api"]);

/**
 * Writes `release/rapport-VERSION-PLATFORM.tar.gz` and its checksum, from programs and pages that are built.
 *
 * @param {string[]} args `--folder FOLDER` writes the unpacked files there and no archive. `--without-node` leaves Node out.
 * @returns {Promise<number>} Exit code.
 */
export async function release(args) {
  const options = readOptions(args);
  if (options === undefined) return 2;
  const { version } = JSON.parse(readFileSync(at("package.json"), "utf8"));
  const name = `rapport-${version}-${process.platform}-${process.arch}`;
  const folder = resolve(process.env.INIT_CWD ?? root, options.folder ?? at("release", name));
  rmSync(folder, { recursive: true, force: true });
  copyTree(folder);
  if (!options["without-node"]) copyNode(folder);
  if (!(await writePackageLists(folder))) return 1;
  writeFileSync(join(folder, "REVISION"), `${revision()}\n`);
  if (options.folder === undefined) pack(folder, name);
  return 0;
}

function readOptions(args) {
  const options = { folder: { type: "string" }, "without-node": { type: "boolean" } };
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    return undefined;
  }
}

function copyTree(folder) {
  for (const path of OWN) copy(at(path), join(folder, path));
  for (const file of readdirSync(at("docs"))) {
    if (file.endsWith(".md")) copy(at("docs", file), join(folder, "docs", file), false);
  }
  for (const packageFolder of unbundledPackages()) copyPackage(packageFolder, folder, new Set());
  copyReference(folder);
}

/** Copies a file or folder without what nothing needs. */
function copy(from, to, isCode = true) {
  const filter = (path) =>
    !isCode ||
    path.startsWith(at("bin")) ||
    path === from ||
    !NEEDLESS.some((one) => one.test(path));
  cpSync(from, to, { recursive: true, filter, verbatimSymlinks: true });
}

/** Returns the folders of the packages that the bundles load by path (scripts/build-programs.mjs). */
function unbundledPackages() {
  const texts = readdirSync(at("dist"))
    .filter((file) => file.endsWith(".js"))
    .map((file) => readFileSync(at("dist", file), "utf8"));
  const paths = texts.flatMap((text) => [
    ...text.matchAll(
      /"\.\.\/(node_modules\/\.pnpm\/[^/"]+\/node_modules\/(?:@[^/"]+\/)?[^/"]+)\//g,
    ),
  ]);
  return new Set(paths.map(([, path]) => at(path)));
}

/** Copies a package to the same place, and the packages that it needs, which pnpm links next to it. */
function copyPackage(packageFolder, folder, done) {
  if (done.has(packageFolder)) return;
  done.add(packageFolder);
  const target = join(folder, relative(root, packageFolder));
  copy(packageFolder, target);
  const { name, dependencies = {} } = JSON.parse(
    readFileSync(join(packageFolder, "package.json"), "utf8"),
  );
  const neighbours = packageFolder.slice(0, -name.length);
  for (const needed of Object.keys(dependencies)) {
    const link = join(neighbours, needed);
    if (BUILD_ONLY.has(needed) || !existsSync(link)) continue;
    const linkTarget = join(folder, relative(root, link));
    if (!existsSync(linkTarget)) {
      mkdirSync(dirname(linkTarget), { recursive: true });
      symlinkSync(readlinkSync(link), linkTarget);
    }
    copyPackage(realpathSync(link), folder, done);
  }
}

/** Copies the script of the API reference, the only file that is sent of its package, to where the API looks for it. */
function copyReference(folder) {
  const from = dirname(
    createRequire(at("apps/api/src/docs/router.ts")).resolve("@scalar/api-reference"),
  );
  const to = join(folder, "apps/api/node_modules/@scalar/api-reference");
  const { name, version, license } = JSON.parse(
    readFileSync(join(from, "../package.json"), "utf8"),
  );
  copy(join(from, "browser/standalone.js"), join(to, "dist/browser/standalone.js"));
  const manifest = { name, version, license, type: "module", exports: "./dist/index.js" };
  writeFileSync(join(to, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(to, "dist/index.js"), "");
}

/** Puts Node where a checkout has it, so that unit files and `bin/rapport` serve both. */
function copyNode(folder) {
  const from = realpathSync(nodeBinary);
  copy(from, join(folder, "node_modules/node/bin/node"));
  const licence = join(dirname(from), "../LICENSE");
  if (existsSync(licence)) copy(licence, join(folder, "node_modules/node/LICENSE"));
}

/** Writes the bill of materials and the texts of all licences. */
async function writePackageLists(folder) {
  const programs = ["api", "admin", "cli"].flatMap((one) => ["--filter", `@rapport/${one}`]);
  const pnpm = (args) =>
    finished(spawnNode([at("node_modules/pnpm/bin/pnpm.mjs"), ...programs, ...args], "pipe"));
  const sbom = ["sbom", "--sbom-format", "cyclonedx", "--sbom-type", "application", "--prod"];
  const [listed, licences] = await Promise.all([
    pnpm([...sbom, "--out", join(folder, "sbom.cdx.json")]),
    pnpm(["licenses", "list", "--prod", "--json"]),
  ]);
  if (listed.code !== 0 || licences.code !== 0) {
    console.error(`${listed.output}${licences.output}`);
    return false;
  }
  const packages = Object.values(JSON.parse(licences.output)).flat();
  const texts = packages
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, versions, license, paths }) => {
      const head = `${name} ${versions.join(", ")} (${license})`;
      return `${head}\n${"-".repeat(head.length)}\n${licenceText(paths[0])}`;
    });
  writeFileSync(join(folder, "LICENCES.txt"), `${texts.join("\n\n")}\n`);
  return true;
}

function licenceText(packageFolder) {
  const file = readdirSync(packageFolder).find((one) => /^(licen[cs]e|copying)/i.test(one));
  return file === undefined ? "" : readFileSync(join(packageFolder, file), "utf8").trim();
}

function revision() {
  if (process.env.REVISION) return process.env.REVISION;
  try {
    return execFileSync("git", ["rev-parse", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  } catch {
    return "unknown";
  }
}

/** Packs the folder next to itself, with sorted names and without owners. */
function pack(folder, name) {
  const archive = `${folder}.tar.gz`;
  const tar = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "-czf", archive];
  execFileSync("tar", [...tar, "-C", dirname(folder), name]);
  const digest = createHash("sha256").update(readFileSync(archive)).digest("hex");
  writeFileSync(`${archive}.sha256`, `${digest}  ${name}.tar.gz\n`);
  console.log(archive);
}
