import { existsSync } from "node:fs";
import chromium from "@sparticuz/chromium";
import { type Browser, chromium as driver } from "playwright-core";

const INSTALLED = [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Launches a real browser, headless: an installed one if there is one, otherwise the one from npm. */
export async function launchBrowser(): Promise<Browser> {
  const installed = INSTALLED.find((path) => path && existsSync(path));
  const executablePath = installed ?? (await chromium.executablePath());
  // The package's default arguments are left out: with a single process, contexts share cookies, and web security,
  // which the tests need, is off.
  return driver.launch({ executablePath, args: ["--no-sandbox"] });
}
