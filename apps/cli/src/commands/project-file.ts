import { createReadStream } from "node:fs";
import type { ImportedProject, ImportStep, Totals } from "@rapport/core";
import { type Command, Option } from "commander";
import { type Output, verb } from "../command.ts";
import { writeNewFile } from "../new-file.ts";
import { startProgress } from "../progress.ts";
import { type ProcessIo, print, withDeps } from "../session.ts";
import { existingFile, id, newFile } from "../values.ts";

/** Adds `rapport project export` and `rapport project import`. */
export function addProjectFiles(project: Command, io: ProcessIo): void {
  verb(project, "export", {
    summary: "write a whole project into a new file",
    description:
      "Writes a project as it is at one moment: its records in every state with their associations and history, its properties and its pipelines.",
    details: `The file is gzipped NDJSON and ends with counts and SHA-256 digests. It holds all values of the project, so
keep it like a backup. It has no clients, keys, webhooks, events or attached files. The server may run meanwhile.`,
    examples: ["rapport project export --project 1 --out ./sales.ndjson.gz"],
  })
    .requiredOption("--project <id>", "the project", id)
    .requiredOption("--out <file>", "the file to write", newFile)
    .action(async ({ project: projectId, out: file, ...out }: ExportOptions) => {
      await withDeps(io, async (deps, { exportProject, hasAttachments }) => {
        const totals = await writeNewFile(file, (target) =>
          withProgress(io, out, (show) =>
            exportProject(deps, projectId, target, (lines) =>
              show({ doing: "Writing", done: lines, of: null, unit: "line" }),
            ),
          ),
        );
        print(io, { file, ...asJson(totals) }, out);
        if (await hasAttachments(deps, projectId)) io.stderr.write(ATTACHMENTS_STAY);
      });
    });
  verb(project, "import", {
    summary: "import a project from a file of another installation",
    description:
      "Imports a project that `rapport project export` wrote, into a new project or an empty one. Then compares every line with the file.",
    details: DETAILS,
    examples: [
      "rapport project import ./sales.ndjson.gz --tenant 1",
      "rapport project import ./sales.ndjson.gz --project 2",
    ],
  })
    .argument("<file>", "a file that `rapport project export` wrote", existingFile)
    .option("--tenant <id>", "the tenant that gets a new project", id)
    .option("--name <name>", "name of the new project; by default the one in the file")
    .option(
      "--restart",
      "remove what an unfinished import of the file has written, and begin again",
    )
    .addOption(
      new Option(
        "--discard",
        "remove what an unfinished import of the file has written, and stop",
      ).conflicts("restart"),
    )
    .option("--project <id>", "an empty project, instead of a new one", id)
    .action(async (file: string, { name, restart, discard, ...options }: ImportOptions) => {
      const target = { ...importTarget(options), name };
      const open = () => createReadStream(file);
      if (discard) {
        const project = await withDeps(io, (deps, { discardProjectImport }) =>
          withProgress(io, options, (show) =>
            discardProjectImport(deps, open, target, (step) => show(shown(step))),
          ),
        );
        print(io, { project_id: project, discarded: true }, options);
        return;
      }
      const imported = await withDeps(io, (deps, { importProject }) =>
        withProgress(io, options, (show) =>
          importProject(
            deps,
            open,
            { target, unfinished: restart ? "restart" : "continue" },
            (step) => show(shown(step)),
          ),
        ),
      );
      print(io, importedAsJson(imported), options);
    });
}

const ATTACHMENTS_STAY =
  "The files that are attached to records are not in it. `rapport tenant export` writes them.\n";

const DETAILS = `The file is checked as a whole before anything is written: a file that was cut off or changed is refused. If the
import was stopped, run the same command again: it resumes where it stopped. Let nothing else write into the
project until it is done. If it fails, --restart and --discard remove what it has written; the project stays.

Records keep their ids if this installation never had such high ones. Otherwise a number is added to all of them,
which is printed as id_shift. Create clients, keys and webhook endpoints afterwards.

Progress goes to standard error, unless --json is given.`;

interface ExportOptions extends Output {
  project: number;
  out: string;
}

interface ImportOptions extends Output {
  tenant?: number;
  project?: number;
  name?: string;
  restart?: boolean;
  discard?: boolean;
}

function importTarget({ tenant, project }: ImportOptions) {
  if (tenant !== undefined && project === undefined) return { tenantId: tenant };
  if (project !== undefined && tenant === undefined) return { projectId: project };
  throw new Error("Give either --tenant or --project.");
}

/** Runs work that shows its progress, unless the result is JSON. */
export function withProgress<T>(
  io: ProcessIo,
  { json }: Output,
  work: (show: ReturnType<typeof startProgress>["show"]) => Promise<T>,
): Promise<T> {
  const progress = json ? undefined : startProgress(io);
  return work((step) => progress?.show(step)).finally(() => progress?.end());
}

const DOING = {
  check: "Checking",
  remove: "Removing",
  write: "Writing",
  compare: "Comparing",
} as const;

function shown({ doing, lines, of }: ImportStep) {
  return { doing: DOING[doing], done: lines, of, unit: "line" };
}

function asJson({ counts, digests }: Totals) {
  return { records: counts.record, counts, digests };
}

function importedAsJson({ projectId, idShift, resumed, totals }: ImportedProject) {
  return { project_id: projectId, id_shift: idShift, resumed, ...asJson(totals) };
}
