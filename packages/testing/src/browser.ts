import {
  createReadStream,
  createWriteStream,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { createBrotliDecompress } from "node:zlib";
import { type Browser, chromium } from "playwright-core";

const INSTALLED = [
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
const CACHE = fileURLToPath(new URL("../../../node_modules/.cache/chromium/", import.meta.url));

/**
 * Launches a real browser, headless: the one at `CHROMIUM_PATH`, or the one from npm, or an installed one. The one from
 * npm draws no windows: a page takes a quarter less processor time than in an installed one.
 */
export async function launchBrowser(): Promise<Browser> {
  const executablePath =
    (process.env.CHROMIUM_PATH || undefined) ??
    (await packedBrowser()) ??
    INSTALLED.find((path) => existsSync(path));
  if (executablePath === undefined) throw new Error("Set CHROMIUM_PATH to the path of a Chromium.");
  return chromium.launch({
    executablePath,
    // Without one of UTF-8, it gives a download with another name than ASCII the name "download".
    env: { ...process.env, LANG: "C.UTF-8" },
    args: [
      "--no-sandbox",
      // A page of a test ends before the code of V8's slower compilers has saved the time that compiling took.
      "--js-flags=--no-turbofan --no-maglev",
    ],
  });
}

/** Returns the path of the browser from npm, unpacked once per version, or undefined if there is none for this system. */
async function packedBrowser(): Promise<string | undefined> {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  const entry = createRequire(import.meta.url).resolve("@sparticuz/chromium");
  const folder = join(dirname(entry), "..");
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const path = join(CACHE, version, "chromium");
  if (existsSync(path)) return path;
  mkdirSync(dirname(path), { recursive: true });
  const part = `${path}.${process.pid}`;
  await pipeline(
    createReadStream(join(folder, "bin/chromium.br")),
    createBrotliDecompress(),
    createWriteStream(part, { mode: 0o755 }),
  );
  // Another worker may have unpacked it meanwhile and run it. Its file must stay: a Chromium whose file was replaced can
  // start no process of its own.
  try {
    linkSync(part, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  } finally {
    rmSync(part);
  }
  return path;
}
