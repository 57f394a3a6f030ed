import { escapeControls } from "@rapport/model";
import { type Command, CommanderError } from "commander";
import about from "../package.json" with { type: "json" };
import { root } from "./command.ts";
import { addAdmin } from "./commands/admin.ts";
import { addClient } from "./commands/client.ts";
import { addCompletion } from "./commands/completion.ts";
import { addErase } from "./commands/erase.ts";
import { addExport } from "./commands/export.ts";
import { addImport } from "./commands/import.ts";
import { addBackup } from "./commands/installation/backup.ts";
import { addCopy } from "./commands/installation/copy.ts";
import { addCompact, addMigrate, addScaleOut } from "./commands/installation/database.ts";
import { addDoctor } from "./commands/installation/doctor.ts";
import { addSecrets } from "./commands/installation/secrets.ts";
import { addWorker } from "./commands/installation/worker.ts";
import { addKey, addKeys } from "./commands/key.ts";
import { addMessaging, addTemplate } from "./commands/messaging.ts";
import { addSchema } from "./commands/schema.ts";
import { addProject, addQuota, addTenant } from "./commands/tenant.ts";
import { addSettingsFile, escapingIo, type ProcessIo } from "./session.ts";

// In the order of the help. The last one completes the commands before it.
const ADD = [
  addTenant,
  addProject,
  addQuota,
  addSchema,
  addMessaging,
  addTemplate,
  addClient,
  addKey,
  addAdmin,
  addKeys,
  addSecrets,
  addMigrate,
  addBackup,
  addCompact,
  addErase,
  addExport,
  addImport,
  addCopy,
  addScaleOut,
  addWorker,
  addDoctor,
  addCompletion,
];

/** Creates the `rapport` command. */
export function createProgram(io: ProcessIo): Command {
  const program = root(io, {
    name: "rapport",
    description:
      "Runs and manages a Rapport installation. Settings come from the environment; see the README.",
    version: about.version,
  });
  for (const add of ADD) add(program, io);
  program.hook("preAction", () => addSettingsFile(io));
  return program;
}

/**
 * Runs one command. An error is one line on standard error, and sets the exit code to 1.
 *
 * @param args the words after `rapport`
 */
export async function run(args: readonly string[], process: ProcessIo): Promise<void> {
  const io = escapingIo(process);
  try {
    await createProgram(io).parseAsync(args, { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) {
      // Its message is already printed. It is thrown after --help and --version too.
      io.exitCode = error.exitCode;
      return;
    }
    io.stderr.write(`rapport: ${escapeControls(await errorLine(error), "\t")}\n`);
    io.exitCode = 1;
  }
}

async function errorLine(error: unknown): Promise<string> {
  const { CrmError, whyUnusable } = await import("@rapport/core");
  if (error instanceof CrmError) {
    return [...new Set([error.message, ...error.issues.map((issue) => issue.message)])].join(" ");
  }
  if (!(error instanceof Error)) return String(error);
  const { path } = error as NodeJS.ErrnoException;
  const why = whyUnusable(error);
  if (path !== undefined && why !== error.message) return `${path} cannot be used: ${why}.`;
  return error.message || error.name;
}
