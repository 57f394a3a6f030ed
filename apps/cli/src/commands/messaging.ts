import type { Deps, Issue } from "@rapport/core";
import type { Command } from "commander";
import { noun, type Output, verb } from "../command.ts";
import { readSecret, SECRET_FORMS } from "../secret-input.ts";
import { type Core, type ProcessIo, print, printList, withDeps } from "../session.ts";
import { id, jsonFile } from "../values.ts";

/** Adds `rapport messaging`. */
export function addMessaging(program: Command, io: ProcessIo): void {
  const messaging = noun(program, "messaging", {
    group: "Set up:",
    summary: "a tenant's account on the messaging platform",
    description: "The account on the messaging platform that a tenant's templates come from.",
  });
  verb(messaging, "set", {
    summary: "set a tenant's account",
    description:
      "Sets the account that a tenant's templates come from. Its token is stored encrypted and never shown again.",
    examples: [
      "rapport messaging set --tenant 1 --waba-id 102290129340398 --access-token env:WABA_TOKEN",
      "rapport messaging set --tenant 1 --waba-id 102290129340398 --access-token - < token-file",
    ],
  })
    .requiredOption("--tenant <id>", "the tenant", id)
    .requiredOption("--waba-id <id>", "the WhatsApp Business account id")
    .requiredOption(
      "--access-token <token>",
      `an access token that can read its templates; ${SECRET_FORMS}`,
    )
    .action(async (options: { tenant: number; wabaId: string; accessToken: string } & Output) => {
      const accessToken = await readSecret(io, "--access-token", options.accessToken);
      await withDeps(io, (deps, { setAccount }) =>
        setAccount(deps, options.tenant, { ...options, accessToken }),
      );
      print(io, { tenant_id: options.tenant, waba_id: options.wabaId }, options);
    });
  verb(messaging, "show", {
    summary: "show the state of a tenant's account",
    description:
      "Shows a tenant's account, and whether the platform accepts its token. Never shows the token.",
    examples: ["rapport messaging show --tenant 1"],
  })
    .requiredOption("--tenant <id>", "the tenant", id)
    .action(async ({ tenant, ...out }: { tenant: number } & Output) => {
      const account = await withDeps(io, async (deps, { readAccount, requireTenant }) => {
        await requireTenant(deps.db, tenant);
        return readAccount(deps, tenant);
      });
      printList(io, account === null ? [] : [account], out);
    });
}

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
      const imported = await withDeps(io, (deps, core) =>
        core.importTemplates(deps, tenant, content).catch((error) => {
          throw withPlaces(core, error);
        }),
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

const MAX_SHOWN_FAULTS = 10;

/** Returns the error of an import with the place of each fault in its message, because the command prints no paths. */
function withPlaces({ CrmError }: Core, error: unknown): unknown {
  if (!(error instanceof CrmError)) return error;
  const issues = error.issues.slice(0, MAX_SHOWN_FAULTS).map(withPlace);
  const more = error.issues.length - issues.length;
  if (more > 0) issues.push({ path: "", code: "more", message: `There are ${more} more faults.` });
  return new CrmError(error.code, error.message, { issues, cause: error });
}

function withPlace(issue: Issue): Issue {
  const [index = "", ...member] = issue.path.split(".");
  if (index === "") return issue;
  const place = [`Template ${Number(index) + 1}`, ...member].join(", ");
  return { ...issue, message: `${place}: ${issue.message}` };
}

async function everyTemplate(
  deps: Deps,
  { listTemplates, requireTenant }: Core,
  tenant: number,
): Promise<readonly object[]> {
  await requireTenant(deps.db, tenant);
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
