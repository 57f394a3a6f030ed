import type { Command } from "commander";
import { noun, type Output, verb } from "../command.ts";
import { type ProcessIo, print, printList, withDeps } from "../session.ts";
import { id } from "../values.ts";
import { addDelete, addMove, addRestore } from "./leaving.ts";
import { addProjectFiles } from "./project-file.ts";

/** Adds `rapport project`. */
export function addProject(program: Command, io: ProcessIo): void {
  const project = noun(program, "project", {
    group: "Set up:",
    summary: "a tenant's projects, each with its own records",
    description:
      "Projects belong to a tenant. Each has its own records, pipelines, OAuth clients and API keys.",
  });
  verb(project, "create", {
    summary: "create a project",
    description:
      "Creates a project with the default pipelines and prints its id. Clients and keys need this id.",
    examples: ["rapport project create --tenant 1 --name Sales"],
  })
    .requiredOption("--tenant <id>", "the tenant it belongs to", id)
    .requiredOption("--name <name>", "name of the project")
    .action(async ({ tenant, name, ...out }: { tenant: number; name: string } & Output) => {
      const project_id = await withDeps(io, (deps, { createProject }) =>
        createProject(deps, tenant, name),
      );
      print(io, { project_id }, out);
    });
  verb(project, "list", {
    summary: "list the projects",
    description:
      "Lists the projects of every tenant, each with its id and its tenant's. A deleted one has the time at which it will be removed.",
    examples: ["rapport project list"],
  }).action(async (out: Output) => {
    printList(io, await withDeps(io, (deps, { listProjects }) => listProjects(deps)), out);
  });
  addDelete(project, io, "project");
  addRestore(project, io, "project");
  addMove(project, io);
  addProjectFiles(project, io);
}
