import type { Command } from "commander";
import about from "../package.json" with { type: "json" };
import { root } from "./command.ts";
import { addAdmin } from "./commands/admin.ts";
import { addBackup } from "./commands/backup.ts";
import { addClient } from "./commands/client.ts";
import { addCompletion } from "./commands/completion.ts";
import { addCopy } from "./commands/copy.ts";
import { addCompact, addMigrate } from "./commands/database.ts";
import { addDoctor } from "./commands/doctor.ts";
import { addErase } from "./commands/erase.ts";
import { addExport } from "./commands/export.ts";
import { addImport } from "./commands/import.ts";
import { addKey, addKeys } from "./commands/key.ts";
import { addMessaging, addTemplate } from "./commands/messaging.ts";
import { addScaleOut } from "./commands/scale-out.ts";
import { addSchema } from "./commands/schema.ts";
import { addSecrets } from "./commands/secrets.ts";
import { addProject, addQuota, addTenant } from "./commands/tenant.ts";
import { addWorker } from "./commands/worker.ts";
import { addSettingsFile, type ProcessIo } from "./session.ts";

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
