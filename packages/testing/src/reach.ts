import type { Profiler } from "node:inspector";
import { Session } from "node:inspector/promises";
import { fileURLToPath } from "node:url";

const ROOT = new URL("../../../", import.meta.url).href;

let session: Promise<Session> | undefined;
const scripts = new Set<string>();

/** Notes a script that a page of the test file loads: the name of its bundle, such as `webhooks-Bx3a.js`. */
export function notePageScript(url: string): void {
  const name = /\/assets\/(.+)\.js$/.exec(new URL(url).pathname)?.[1];
  if (name !== undefined) scripts.add(name.replace(/-[^-]{8}$/, ""));
}

/** Returns the bundles noted since the last call, without their hashes. */
export function takePageScripts(): readonly string[] {
  const taken = [...scripts];
  scripts.clear();
  return taken;
}

/** Starts to note which functions this process calls. V8 notes the first call of each, so that it may optimize them. */
export async function startNotingCalls(): Promise<void> {
  session ??= openSession();
  const options = { callCount: false, detailed: false };
  await (await session).post("Profiler.startPreciseCoverage", options);
}

/** Ends noting. Returns how many functions of each project file were called since the start, by path from the root folder. */
export async function stopNotingCalls(): Promise<Readonly<Record<string, number>>> {
  if (session === undefined) return {};
  const profiler = await session;
  const { result } = await profiler.post("Profiler.takePreciseCoverage");
  await profiler.post("Profiler.stopPreciseCoverage");
  const called: Record<string, number> = {};
  for (const { url, functions } of result) {
    if (!url.startsWith(ROOT) || url.includes("/node_modules/")) continue;
    const isCalled = ([range]: Profiler.CoverageRange[]) =>
      // The module itself starts at 0.
      range !== undefined && range.startOffset > 0 && range.count > 0;
    const count = functions.filter(({ ranges }) => isCalled(ranges)).length;
    if (count > 0) called[fileURLToPath(url).slice(fileURLToPath(ROOT).length)] = count;
  }
  return called;
}

async function openSession(): Promise<Session> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  return session;
}
