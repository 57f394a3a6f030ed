import { existsSync } from "node:fs";
import chromium from "@sparticuz/chromium";
import { type Browser, chromium as driver } from "playwright-core";

const INSTALLED = [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** A real browser without a window: one that is installed, or the one that comes from npm. */
export async function launchBrowser(): Promise<Browser> {
  const installed = INSTALLED.find((path) => path && existsSync(path));
  const executablePath = installed ?? (await chromium.executablePath());
  // Not with the arguments that the package proposes: in one process its contexts share their
  // cookies, and without web security there would be nothing to test.
  return driver.launch({ executablePath, args: ["--no-sandbox"] });
}
