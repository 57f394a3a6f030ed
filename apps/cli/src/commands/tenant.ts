import type { Command } from "commander";
import { noun, type Output, verb } from "../command.ts";
import { type ProcessIo, print, printList, withDeps } from "../session.ts";
import { id, newFile } from "../values.ts";
import { addDelete, addRestore } from "./leaving.ts";
import { withProgress } from "./project-file.ts";

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
  addExport(tenant, io);
  addDelete(tenant, io, "tenant");
  addRestore(tenant, io, "tenant");
}

function addExport(tenant: Command, io: ProcessIo): void {
  verb(tenant, "export", {
    summary: "write all of a tenant into a new archive",
    description:
      "Writes a tar archive with a tenant's projects, as `rapport project export` writes them, its templates, its members, and its clients, keys and endpoints without secrets.",
    details: `It holds all values of all records, so keep it like a backup. It has no events, request log or audit log. The server
may run meanwhile: each project is as it was at one moment. \`rapport project import\` reads the projects.`,
    examples: ["rapport tenant export --tenant 2 --out ./acme.tar"],
  })
    .requiredOption("--tenant <id>", "the tenant", id)
    .requiredOption("--out <file>", "the file to write", newFile)
    .action(async ({ tenant: tenantId, out: file, ...out }: Exported) => {
      const { open } = await import("node:fs/promises");
      const counts = await withDeps(io, (deps, { exportTenant, writeWholeFile }) =>
        writeWholeFile(file, async (partial) => {
          await using target = await open(partial, "wx", 0o600);
          return await withProgress(io, out, (show) =>
            exportTenant(deps, tenantId, target, (lines) =>
              show({ doing: "Writing", done: lines, of: null, unit: "line" }),
            ),
          );
        }),
      );
      print(io, { file, ...counts }, out);
    });
}

type Exported = { readonly tenant: number; readonly out: string } & Output;
