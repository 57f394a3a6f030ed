import type { Command } from "commander";
import { noun, type Output, verb } from "../command.ts";
import { type ProcessIo, print, printList, withDeps } from "../session.ts";
import { addDelete, addRestore } from "./leaving.ts";

/** Adds `rapport tenant`. */
export function addTenant(program: Command, io: ProcessIo): void {
  const tenant = noun(program, "tenant", {
    group: "Set up:",
    summary: "the companies that use this installation",
    description: "Tenants are the companies that use this installation. Each has its own projects.",
  });
  verb(tenant, "create", {
    summary: "create a tenant",
    description: "Creates a tenant and prints its id. `rapport project create` needs this id.",
    examples: ['rapport tenant create --name "Acme Inc"'],
  })
    .requiredOption("--name <name>", "name of the tenant")
    .action(async ({ name, ...out }: { name: string } & Output) => {
      const tenant_id = await withDeps(io, (deps, { createTenant }) => createTenant(deps, name));
      print(io, { tenant_id }, out);
    });
  verb(tenant, "list", {
    summary: "list the tenants",
    description:
      "Lists every tenant with its id. A deleted one has the time at which it will be removed.",
    examples: ["rapport tenant list"],
  }).action(async (out: Output) => {
    printList(io, await withDeps(io, (deps, { listTenants }) => listTenants(deps)), out);
  });
  addDelete(tenant, io, "tenant");
  addRestore(tenant, io, "tenant");
}
