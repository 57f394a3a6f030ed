import type { CopyStep, InstallationCopy } from "@rapport/core";
import type { Command } from "commander";
import { type Output, verb } from "../../command.ts";
import { fromEnvironment } from "../../secret-input.ts";
import type { ProcessIo } from "../../session.ts";
import { whereTyped } from "../../values.ts";

interface CopyOptions extends Output {
  from: string;
  to: string;
}

/** Adds `rapport copy`. */
export function addCopy(program: Command, io: ProcessIo): void {
  verb(program, "copy", {
    summary: "copy an installation into another database",
    description:
      "Copies a whole installation between SQLite and PostgreSQL, in either direction. Then compares the count and checksum of every table.",
    details: DETAILS,
    examples: [
      "rapport copy --from sqlite:./data/rapport.db --to env:NEW_DATABASE_URL",
      "rapport copy --from env:DATABASE_URL --to sqlite:./data/moved.db",
    ],
  })
    .helpGroup("Operate:")
    .requiredOption("--from <url>", "the source: sqlite:PATH, postgres://…, or env:NAME")
    .requiredOption("--to <url>", "the target, in the same form: a new database")
    .action(async ({ from, to, ...out }: CopyOptions) => {
      const { readConfigAsIs } = await import("@rapport/service/settings/config");
      const { copyInstallation } = await import("@rapport/core");
      const copy = await copyInstallation({
        // Not checked by commander, whose error would repeat the URL, which may contain a password.
        from: databaseAddress(io, "--from", from),
        to: databaseAddress(io, "--to", to),
        secretKeys: readConfigAsIs(io.env).secretKeys(),
        ...(out.json ? {} : { onStep: reportSteps(io) }),
      });
      io.stdout.write(out.json ? `${JSON.stringify(asJson(copy))}\n` : asTable(copy));
      checkVerified(copy);
    });
}

/** A path that was typed starts at the caller's folder. One from the environment starts where that of a setting does. */
function databaseAddress(io: ProcessIo, option: string, given: string): string {
  const [, path] = /^sqlite:(.*)$/s.exec(given) ?? [];
  return path === undefined ? fromEnvironment(io, option, given) : `sqlite:${whereTyped(path)}`;
}

const DETAILS = `Stop the servers and workers of the source first. The copy lacks what is written in the meantime, and the
comparison at the end then fails. The target must be a new database; the command creates its schema. If a copy
was stopped, run the same command again to resume it.

Secrets stay encrypted, so the target needs the secret key of the source. Run this with the source's SECRET_KEY,
or with the DATA_DIR that has its file secret-key. env:NAME reads an address from that environment variable, which
keeps its password out of the list of processes.

Progress goes to standard error, unless --json is given.`;

/** Interval of the progress lines. */
const PROGRESS_INTERVAL_MS = 5_000;
const DOING = { copy: "Copying", compare: "Comparing" } as const;
const DONE = { copy: "Copied", compare: "Compared" } as const;

/** Prints progress to standard error, because standard output is only for the result. */
function reportSteps(io: ProcessIo): (step: CopyStep) => void {
  let next = performance.now() + PROGRESS_INTERVAL_MS;
  return ({ doing, table, rows, done }) => {
    if (done ? rows === 0 : performance.now() < next) return;
    next = performance.now() + PROGRESS_INTERVAL_MS;
    const action = done ? DONE[doing] : DOING[doing];
    const count = rows === 1 ? "1 row" : `${rows.toLocaleString("en")} rows`;
    io.stderr.write(`${action} ${table}: ${count}\n`);
  };
}

function checkVerified({ tables }: InstallationCopy): void {
  const named = (state: string) =>
    tables.filter((one) => one.state === state).map((one) => one.table);
  const different = named("different");
  if (different.length > 0) {
    throw new Error(
      `The target differs from what was read from the source (${different.join(", ")}). Do not use it. Empty it and copy again.`,
    );
  }
  const changed = named("source_changed");
  if (changed.length > 0) {
    throw new Error(
      `The source was changed while it was copied (${changed.join(", ")}), and the target does not have the changes. Stop the source's servers and workers, empty the target and copy again.`,
    );
  }
}

function asJson({ tables, resumed, secrets }: InstallationCopy): object {
  return {
    verified: tables.every((one) => one.state === "same"),
    resumed,
    rows: countRows(tables),
    secrets_opened: secrets,
    tables: tables.map((one) => ({
      table: one.table,
      source_rows: one.sourceRows,
      target_rows: one.targetRows,
      source_checksum: one.sourceChecksum,
      target_checksum: one.targetChecksum,
      state: one.state,
    })),
  };
}

function asTable({ tables, resumed, secrets }: InstallationCopy): string {
  const lines = tables.map((one) => [
    one.table,
    String(one.sourceRows),
    String(one.targetRows),
    one.targetChecksum.slice(0, 16),
    one.state.replace("_", " "),
  ]);
  const all = [["table", "source", "target", "checksum", "result"], ...lines];
  const widths = all[0]?.map((_, i) => Math.max(...all.map((line) => line[i]?.length ?? 0))) ?? [];
  const isFigure = (i: number) => i === 1 || i === 2;
  const shown = all.map((line) =>
    line
      .map((cell, i) => (isFigure(i) ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
  const verified = tables.every((one) => one.state === "same");
  const summary = verified
    ? [
        `${resumed ? "Resumed a copy that was stopped. " : ""}${countRows(tables)} rows copied. Both databases have the same content.`,
        `The secret key decrypts all ${secrets} stored secrets. Run the target with the same key.`,
      ]
    : [];
  return `${[...shown, ...summary].join("\n")}\n`;
}

function countRows(tables: InstallationCopy["tables"]): number {
  return tables.reduce((sum, one) => sum + one.targetRows, 0);
}
