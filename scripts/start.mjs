// Starts the API and the admin app as children of one process, for `npm start` and `rapport start`.
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { finished, production, serverFlags, signalled, spawnNode } from "./processes.mjs";

/**
 * Starts the API at once. Starts the admin app when its pages are built and the API has printed its text, so that the
 * texts do not mix. If the admin app fails, the API keeps running.
 *
 * @param {string[]} args Arguments of the API.
 * @param {Promise<boolean>} arePagesBuilt Whether the admin app can start.
 * @returns {Promise<number>} Exit code of the API.
 */
export async function startPrograms(args, arePagesBuilt) {
  const stdio = ["inherit", "inherit", "inherit", "ipc"];
  const api = spawnNode([...serverFlags, "dist/api.js", ...args], stdio, production);
  const ended = finished(api);
  const started = once(api, "message");
  // The API replaces its processes one after another. On a terminal, SIGHUP means that the terminal was closed.
  process.on("SIGHUP", () => api.kill(process.stdin.isTTY ? "SIGTERM" : "SIGHUP"));
  let admin;
  const adminApp = Promise.all([arePagesBuilt, Promise.race([started, ended])]).then(
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = await startPrograms(process.argv.slice(2), Promise.resolve(true));
}
