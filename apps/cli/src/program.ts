import type { Command } from "commander";
import about from "../package.json" with { type: "json" };
import { root } from "./command.ts";
import { addAdmin } from "./commands/admin.ts";
import { addBackup } from "./commands/backup.ts";
import { addClient } from "./commands/client.ts";
import { addCompact } from "./commands/compact.ts";
import { addCompletion } from "./commands/completion.ts";
import { addCopy } from "./commands/copy.ts";
import { addDoctor } from "./commands/doctor.ts";
import { addErase } from "./commands/erase.ts";
import { addExport } from "./commands/export.ts";
import { addImport } from "./commands/import.ts";
import { addKey } from "./commands/key.ts";
import { addKeys } from "./commands/keys.ts";
import { addMessaging } from "./commands/messaging.ts";
import { addMigrate } from "./commands/migrate.ts";
import { addProject } from "./commands/project.ts";
import { addQuota } from "./commands/quota.ts";
import { addScaleOut } from "./commands/scale-out.ts";
import { addSecrets } from "./commands/secrets.ts";
import { addTemplate } from "./commands/template.ts";
import { addTenant } from "./commands/tenant.ts";
import { addWorker } from "./commands/worker.ts";
import { addSettingsFile, type ProcessIo } from "./session.ts";

// In the order of the help. The last one completes the commands before it.
const ADD = [
  addTenant,
  addProject,
  addQuota,
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
