import type { Command } from "commander";
import { type Output, verb } from "../command.ts";
import { startProgress } from "../progress.ts";
import { type ProcessIo, print, withDeps } from "../session.ts";
import { id } from "../values.ts";

type What = "tenant" | "project";

type Subject = Readonly<Record<What, number>> & Output;

type Deletion = Subject & { readonly confirm: string; readonly now?: boolean };

const NAMES: Readonly<Record<What, string>> = { tenant: "Acme Inc", project: "Sales" };
const PARTS: Readonly<Record<What, string>> = {
  tenant: "its projects with their records, files, events and logs, its templates and its members",
  project: "its records, files, events, logs, clients and keys",
};

/** Adds `rapport tenant delete` or `rapport project delete`. */
export function addDelete(noun: Command, io: ProcessIo, what: What): void {
  verb(noun, "delete", {
    summary: `delete a ${what}; it can be restored for 30 days`,
    description: `Deletes a ${what}. Its credentials, jobs and webhooks stop within 5 seconds.`,
    details: `For 30 days, \`rapport ${what} restore\` brings it back, with the same credentials. Then the worker removes
${PARTS[what]}.
Backups keep them until you delete the backups. --now removes at once; if it is stopped, the worker goes on.`,
    examples: [
      `rapport ${what} delete --${what} 2 --confirm "${NAMES[what]}"`,
      `rapport ${what} delete --${what} 2 --confirm "${NAMES[what]}" --now`,
    ],
  })
    .requiredOption(`--${what} <id>`, `the ${what}`, id)
    .requiredOption("--confirm <name>", `name of the ${what}, which shows that you mean this one`)
    .option("--now", "remove it at once; it cannot be restored")
    .action(async ({ confirm, now = false, ...options }: Deletion) => {
      const subject = options[what];
      const { removedAt } = await withDeps(io, async (deps, core) => {
        const end = what === "tenant" ? core.deleteTenant : core.deleteProject;
        const deleted = await end(deps, core.BY_HAND, subject, { confirm, isFinal: now });
        if (now) await showing(io, options, (note) => core.removeNow(deps, what, subject, note));
        return deleted;
      });
      const state = now ? { removed: true } : { deleted: true, to_be_removed_at: removedAt };
      print(io, { [`${what}_id`]: subject, ...state }, options);
    });
}

/** Shows the progress of a removal. @param work gets a function to call after each portion */
function showing(
  io: ProcessIo,
  { json }: Output,
  work: (note: () => void) => Promise<void>,
): Promise<void> {
  const progress = json ? undefined : startProgress(io);
  let done = 0;
  return work(() => {
    done++;
    progress?.show({ doing: "Removing", done, of: null, unit: "portion" });
  }).finally(() => progress?.end());
}

/** Adds `rapport tenant restore` or `rapport project restore`. */
export function addRestore(noun: Command, io: ProcessIo, what: What): void {
  verb(noun, "restore", {
    summary: `restore a deleted ${what}`,
    description: `Restores a deleted ${what} within 30 days. Its credentials work again.`,
    examples: [`rapport ${what} restore --${what} 2`],
  })
    .requiredOption(`--${what} <id>`, `the ${what}`, id)
    .action(async (options: Subject) => {
      const subject = options[what];
      await withDeps(io, (deps, core) => {
        const restore = what === "tenant" ? core.restoreTenant : core.restoreProject;
        return restore(deps, core.BY_HAND, subject);
      });
      print(io, { [`${what}_id`]: subject, deleted: false }, options);
    });
}

/** Adds `rapport project move`. */
export function addMove(project: Command, io: ProcessIo): void {
  verb(project, "move", {
    summary: "give a project to another tenant",
    description:
      "Gives a project to another tenant of this installation, with its records, history, jobs, webhooks, clients and keys.",
    details: `API keys and client secrets stay valid. Access tokens from before end, and clients get new ones. Members of the new
tenant see the project, and those of the old one no longer. It has the message templates of its new tenant.`,
    examples: ["rapport project move --project 2 --tenant 3"],
  })
    .requiredOption("--project <id>", "the project", id)
    .requiredOption("--tenant <id>", "the tenant that gets it", id)
    .action(async ({ project: projectId, tenant, ...out }: Subject) => {
      await withDeps(io, (deps, core) => core.moveProject(deps, core.BY_HAND, projectId, tenant));
      print(io, { project_id: projectId, tenant_id: tenant }, out);
    });
}
