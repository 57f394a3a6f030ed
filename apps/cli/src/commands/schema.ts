import type { Command } from "commander";
import { noun, type Output, verb } from "../command.ts";
import { writeNewFile } from "../new-file.ts";
import { type ProcessIo, print, withDeps } from "../session.ts";
import { fileToReplace, id, jsonFile } from "../values.ts";

/** Adds `rapport schema`. */
export function addSchema(program: Command, io: ProcessIo): void {
  const schema = noun(program, "schema", {
    group: "Set up:",
    summary: "a project's schema as a file",
    description:
      "Object types, properties, pipelines and association labels of a project as a file, which can be kept with code and pushed to other projects.",
  });
  verb(schema, "pull", {
    summary: "write a project's schema into a file",
    description:
      "Writes the object types, properties, pipelines and association labels of a project into a JSON file, in a fixed order. An existing file is replaced.",
    examples: ["rapport schema pull --project 1 --out ./schema.json"],
  })
    .requiredOption("--project <id>", "the project", id)
    .requiredOption("--out <file>", "the file to write", fileToReplace)
    .action(async ({ project, out: file, ...out }: { project: number; out: string } & Output) => {
      const text = await withDeps(io, (deps, core) => core.pullSchema(deps, project));
      await writeNewFile(
        file,
        (target) =>
          new Promise<void>((done, fail) => {
            target.once("error", fail);
            target.end(text, done);
          }),
        { replaces: true },
      );
      print(io, { file, project_id: project }, out);
    });
  verb(schema, "push", {
    summary: "make a project's schema that of a file",
    description:
      "Prints what differs between a project and a file, then changes the project in one step: all of it or nothing.",
    details: DETAILS,
    examples: [
      "rapport schema push ./schema.json --project 2 --dry-run",
      "rapport schema push ./schema.json --project 2",
    ],
  })
    .argument("<file>", "a file that `rapport schema pull` wrote", jsonFile)
    .requiredOption("--project <id>", "the project", id)
    .option("--dry-run", "print the plan and what is in its way, and change nothing")
    .option("--prune", "remove what the file lacks")
    .action((content: unknown, options: PushOptions) => push(io, content, options));
  verb(schema, "types", {
    summary: "print TypeScript types of a project's schema",
    description:
      "Prints types for `createPublicClient<Schema>()` of @rapport/client, so that editors complete the names and options of the project.",
    examples: ["rapport schema types --project 1 > ./rapport-schema.ts"],
  })
    .requiredOption("--project <id>", "the project", id)
    .action(async ({ project, json }: { project: number } & Output) => {
      const types = await withDeps(io, async (deps, core) =>
        core.typesOfSchema(await core.currentSchema(deps, project)),
      );
      io.stdout.write(json ? `${JSON.stringify({ types })}\n` : types);
    });
}

const DETAILS = `Each line of the plan is a part: + is created, ~ is changed, - is removed. A part that is in the file gets all
settings from it. Without --prune, parts that the file lacks stay. A part that records use is not removed: the command
says how many records use it, and changes nothing.

If the schema is changed while the command runs, it changes nothing and says so. Run it again then.`;

interface PushOptions extends Output {
  project: number;
  dryRun?: boolean;
  prune?: boolean;
}

async function push(io: ProcessIo, content: unknown, options: PushOptions): Promise<void> {
  const { project, dryRun = false, prune = false, json } = options;
  await withDeps(io, async (deps, core) => {
    const plan = await core.pushSchema(deps, project, content, {
      prune,
      dryRun,
      onPlan: (changes) => {
        if (!json) for (const change of changes) io.stdout.write(`${core.planLine(change)}\n`);
      },
    });
    const isDone = !dryRun && plan.length > 0;
    if (json) print(io, { project_id: project, dry_run: dryRun, changed: isDone, plan }, { json });
    else io.stdout.write(`${describeEnd(plan.length, dryRun)}\n`);
  });
}

function describeEnd(changes: number, dryRun: boolean): string {
  if (changes === 0) return "The project already has this schema.";
  const counted = changes === 1 ? "1 change" : `${changes} changes`;
  return dryRun ? `${counted} planned. Nothing was changed.` : `${counted} done.`;
}
