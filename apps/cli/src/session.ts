import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parseEnv } from "node:util";
import type { Deps } from "@rapport/core";
import { escapeControls } from "@rapport/model";
import type { Config } from "@rapport/service/settings/config";

export type Core = typeof import("@rapport/core");

/** The parts of the process that commands use. Tests pass their own. */
export interface ProcessIo {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: NodeJS.ReadableStream & AsyncIterable<string | Buffer> & { isTTY?: boolean };
  readonly stdout: { write(text: string): unknown };
  readonly stderr: {
    write(text: string): unknown;
    /** Writes text with the control characters that draw progress. */
    draw?(text: string): unknown;
    readonly isTTY?: boolean;
  };
  exitCode?: NodeJS.Process["exitCode"];
}

/**
 * Opens the configured database, runs `work`, and closes the database. The service is loaded only now: that takes five
 * times as long as everything that help and completion need.
 *
 * @param options.isNewAllowed whether an installation is made if there is none
 * @throws ConfigError for a wrong setting, or the error of `work`
 */
export async function withDeps<T>(
  io: ProcessIo,
  work: (deps: Deps, core: Core) => Promise<T>,
  { isNewAllowed = false } = {},
): Promise<T> {
  const core = await import("@rapport/core");
  const { readConfig } = await import("@rapport/service/settings/config");
  const { openService } = await import("@rapport/service/service");
  const config = isNewAllowed ? readConfig(io.env) : await readInstallation(io);
  const service = await openService({ ...config, databaseWait: 0 }, { isNewAllowed });
  try {
    return await work(service.deps, core);
  } finally {
    await service.close();
  }
}

/**
 * Reads the settings of an installation that exists: neither its database nor its secret key is created.
 *
 * @param options.needsKey whether a missing secret key is an error
 * @param options.isKeyLost whether the key file may be missing or damaged
 * @throws ConfigError for a wrong setting, or if there is no installation
 */
export async function readInstallation(
  io: ProcessIo,
  { needsKey = true, isKeyLost = false } = {},
): Promise<Config> {
  const { ConfigError, noSecretKey, readConfigAsIs } = await import(
    "@rapport/service/settings/config"
  );
  const { noInstallation } = await import("@rapport/service/service");
  const { isPresent } = await import("@rapport/core");
  const config = readConfigAsIs(io.env, { isKeyLost });
  const { keyFile } = config;
  const [, database] = /^sqlite:(.*)$/s.exec(config.databaseUrl) ?? [];
  const files = [database, keyFile].filter((file) => typeof file === "string");
  if (database !== undefined && !isPresent(database)) {
    throw new ConfigError(noInstallation(dirname(database)));
  }
  if (keyFile !== null && needsKey && !isKeyLost && !isPresent(keyFile)) {
    throw new ConfigError(noSecretKey(keyFile));
  }
  if (needsKey) config.secretKeys();
  warnOfOtherOwner(io, files.filter(existsSync));
  return config;
}

/** Commands that have warned: some read the settings twice. */
const warned = new WeakSet<ProcessIo>();

/** Warns that files which another user makes may be unreadable for the server. */
function warnOfOtherOwner(io: ProcessIo, files: readonly string[]): void {
  const own = process.getuid?.();
  const file = files.find((one) => statSync(one).uid !== own);
  if (own === undefined || file === undefined || warned.has(io)) return;
  warned.add(io);
  const { uid } = statSync(file);
  const owner = userNames().get(uid) ?? `#${uid}`;
  io.stderr.write(
    `rapport: warning: ${file} belongs to another user, ${owner}. Run commands as that user: runuser -u ${owner} -- rapport …\n`,
  );
}

function userNames(): ReadonlyMap<number, string> {
  try {
    const lines = readFileSync("/etc/passwd", "utf8").split("\n");
    return new Map(
      lines.map((line) => line.split(":")).map(([name = "", , uid]) => [Number(uid), name]),
    );
  } catch {
    return new Map();
  }
}

/** The settings file of the guides for systemd. */
const SETTINGS_FILE = "/etc/rapport/rapport.env";

/**
 * Adds the settings of the server to the environment: those of the file RAPPORT_ENV_FILE, otherwise those of the guides' file
 * if neither DATABASE_URL nor DATA_DIR is set. What the environment has already stays.
 *
 * @throws Error if the file cannot be read, or has a line that is no setting; the message does not repeat it
 */
export function addSettingsFile({ env }: ProcessIo, usual = SETTINGS_FILE): void {
  const named = env.RAPPORT_ENV_FILE;
  if (!named && (env.DATABASE_URL || env.DATA_DIR)) return;
  const file = named ? resolve(env.INIT_CWD ?? "", named) : usual;
  let text: string;
  try {
    // Editors on Windows may begin the file with a byte order mark.
    text = readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!named && code === "ENOENT") return;
    const hint = code === "EACCES" ? " Run the command as root or as the user of the server." : "";
    throw new Error(`The settings file ${file} cannot be read: ${message}.${hint}`);
  }
  const line = findUnreadLine(text);
  if (line !== null) {
    throw new Error(`Line ${line} of the settings file ${file} is not NAME=VALUE or a comment.`);
  }
  for (const [name, value] of Object.entries(parseEnv(text))) env[name] ||= value;
}

/** Returns the number of the first line that `parseEnv` would ignore; null if there is none. A quoted value may have lines. */
function findUnreadLine(text: string): number | null {
  const entry =
    /[^\S\n]*(?:[#;][^\n]*|(?:export[^\S\n]+)?[a-z_]\w*[^\S\n]*=[^\S\n]*(?:"[^"]*"|'[^']*'|`[^`]*`)?[^\n]*)?(?:\n|$)/iy;
  while (entry.lastIndex < text.length) {
    const start = entry.lastIndex;
    if (!entry.test(text)) return text.slice(0, start).split("\n").length;
  }
  return null;
}

/**
 * Prints a result: one JSON document with `--json`, otherwise one line per member.
 *
 * @param options.json whether the command was given `--json`
 */
export function print(
  io: ProcessIo,
  result: Readonly<Record<string, unknown>>,
  options: { json?: boolean },
): void {
  const text = options.json
    ? JSON.stringify(result)
    : Object.entries(result)
        .map(([name, value]) => `${name}: ${shown(value)}`)
        .join("\n");
  io.stdout.write(`${text}\n`);
}

/** Prints a list: one JSON array with `--json`, otherwise one row after another. */
export function printList(
  io: ProcessIo,
  rows: readonly object[],
  { json }: { json?: boolean },
): void {
  if (json) io.stdout.write(`${JSON.stringify(rows)}\n`);
  else if (rows.length === 0) io.stdout.write("None.\n");
  else for (const row of rows) print(io, row as Record<string, unknown>, {});
}

/**
 * Returns the process with outputs that show control characters as escapes, because names and messages of others may
 * have them, and a terminal would act on them. In JSON, which has the same escapes, they mean the same.
 */
export function escapingIo(io: ProcessIo): ProcessIo {
  const { stdout, stderr } = io;
  return Object.defineProperties(
    {
      env: io.env,
      stdin: io.stdin,
      stdout: { write: (text: string) => stdout.write(escapeControls(text, "\n\t")) },
      stderr: {
        isTTY: stderr.isTTY ?? false,
        write: (text: string) => stderr.write(escapeControls(text, "\n\t")),
        draw: (text: string) => stderr.write(text),
      },
    },
    { exitCode: { get: () => io.exitCode, set: (code) => Object.assign(io, { exitCode: code }) } },
  );
}

/** A line end in a value must not begin a line that looks like another member. */
function shown(value: unknown): string {
  return escapeControls(valueText(value));
}

function valueText(value: unknown): string {
  if (Array.isArray(value) && value.every((one) => typeof one !== "object")) return value.join(" ");
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}
