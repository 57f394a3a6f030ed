import type { Deps } from "@rapport/core";
import type { Command } from "commander";
import { noun, type Output, verb } from "../command.ts";
import { type Core, type ProcessIo, print, printList, withDeps } from "../session.ts";
import { id, jsonFile } from "../values.ts";

/** Adds `rapport template`. */
export function addTemplate(program: Command, io: ProcessIo): void {
  const template = noun(program, "template", {
    group: "Set up:",
    summary: "local copies of a tenant's message templates",
    description:
      "Rapport has local copies of a tenant's message templates, one per name and language.",
  });
  verb(template, "import", {
    summary: "add or replace templates",
    description:
      "Adds templates, or replaces those of the same name and language, from a JSON file.",
    examples: ["rapport template import templates.json --tenant 1"],
  })
    .argument("<file>", "a JSON array of {name, language, status, category, components?}", jsonFile)
    .requiredOption("--tenant <id>", "the tenant", id)
    .action(async (content: unknown, { tenant, ...out }: { tenant: number } & Output) => {
      const imported = await withDeps(io, (deps, { importTemplates }) =>
        importTemplates(deps, tenant, content),
      );
      print(io, { imported }, out);
    });
  verb(template, "list", {
    summary: "list a tenant's templates",
    description: "Lists the templates of a tenant with their status and category.",
    examples: ["rapport template list --tenant 1"],
  })
    .requiredOption("--tenant <id>", "the tenant", id)
    .action(async ({ tenant, ...out }: { tenant: number } & Output) => {
      printList(io, await withDeps(io, (deps, core) => everyTemplate(deps, core, tenant)), out);
    });
}

async function everyTemplate(
  deps: Deps,
  { listTemplates }: Core,
  tenant: number,
): Promise<readonly object[]> {
  const all: object[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const { templates, next }: Awaited<ReturnType<typeof listTemplates>> = await listTemplates(
      deps,
      tenant,
      {},
      { after, limit: 1_000 },
    );
    all.push(...templates);
    after = next;
  }
  return all;
}
