import type { TenantQuota } from "@rapport/core";
import type { Command } from "commander";
import { noun, type Output, verb } from "../command.ts";
import { type ProcessIo, print, printList, withDeps } from "../session.ts";
import { id, limit, newFile } from "../values.ts";
import { addDelete, addMove, addRestore } from "./leaving.ts";
import { addProjectFiles, withProgress } from "./project-file.ts";

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

interface Limits {
  readonly records?: number;
  readonly fileBytes?: number;
  readonly projects?: number;
  readonly endpoints?: number;
  readonly requestsPerDay?: number;
}

/** Adds `rapport quota`. */
export function addQuota(program: Command, io: ProcessIo): void {
  const quota = noun(program, "quota", {
    group: "Set up:",
    summary: "how much each tenant may have",
    description:
      "Quotas say how much each tenant may have. What would exceed one is refused; nothing is removed.",
  });
  const set = verb(quota, "set", {
    summary: "set quotas of a tenant",
    description:
      "Sets quotas of a tenant; 0 means no limit. Those that are not named stay. Servers follow within five seconds.",
    examples: [
      "rapport quota set --tenant 3 --records 100000 --projects 5",
      "rapport quota set --tenant 3 --requests-per-day 0",
    ],
  });
  set
    .requiredOption("--tenant <id>", "the tenant", id)
    .option("--records <n>", "records that are not deleted, in all projects", limit)
    .option(
      "--file-bytes <n>",
      "bytes of the files of imports, exports and bulk changes, and of attached files",
      limit,
    )
    .option("--projects <n>", "projects", limit)
    .option("--endpoints <n>", "webhook endpoints in all projects", limit)
    .option("--requests-per-day <n>", "requests to the APIs from midnight UTC on", limit)
    .action(async ({ tenant, json = false, ...limits }: Limits & Output & { tenant: number }) => {
      if (Object.keys(limits).length === 0) {
        set.error("error: Give a quota, for instance --records.");
      }
      const now = await withDeps(io, async (deps, { readQuota, setQuota }) => {
        await setQuota(deps, tenant, limits);
        return readQuota(deps, tenant);
      });
      print(io, shown(now, json), { json });
    });
  verb(quota, "show", {
    summary: "show what tenants may have, and what they have",
    description:
      "Prints the quotas of a tenant and what is used, or those of every tenant that has a quota.",
    examples: ["rapport quota show --tenant 3", "rapport quota show --json"],
  })
    .option("--tenant <id>", "the tenant", id)
    .action(async ({ tenant, json = false }: Output & { tenant?: number }) => {
      const found = await withDeps(io, async (deps, { listQuotas, readQuota }) =>
        tenant === undefined ? listQuotas(deps) : [await readQuota(deps, tenant)],
      );
      const rows = found.map((one) => shown(one, json));
      if (tenant === undefined) printList(io, rows, { json });
      else print(io, rows[0] ?? {}, { json });
    });
}

function shown({ tenantId, name, limits, used }: TenantQuota, json: boolean) {
  const row = (of: keyof Limits) => {
    const most = limits[of] ?? 0;
    if (json) return { limit: most, used: used[of] };
    return most === 0 ? `${used[of]} (no limit)` : `${used[of]} of ${most}`;
  };
  return {
    tenant_id: tenantId,
    name,
    records: row("records"),
    file_bytes: row("fileBytes"),
    projects: row("projects"),
    endpoints: row("endpoints"),
    requests_per_day: row("requestsPerDay"),
  };
}

function addExport(tenant: Command, io: ProcessIo): void {
  verb(tenant, "export", {
    summary: "write all of a tenant into a new archive",
    description:
      "Writes a tar archive with a tenant's projects, as `rapport project export` writes them, the files that are attached to their records, its templates, its members, and its clients, keys and endpoints without secrets.",
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
