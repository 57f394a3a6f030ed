import { existsSync, readFileSync } from "node:fs";
import { addSecretKey } from "@rapport/api/config";
import {
  addSecret,
  createAdmin,
  createApiKey,
  createClient,
  createProject,
  createTenant,
  type Deps,
  disableApiKey,
  disableClient,
  importTemplates,
  listApiKeys,
  listClients,
  listProjects,
  listTemplates,
  listTenants,
  PUBLIC_SCOPES,
  readAccount,
  rotateSecretKey,
  rotateSigningKey,
  setAccount,
  startWorker,
  WORKSPACE_SCOPES,
} from "@rapport/core";
import { Command, InvalidArgumentError } from "commander";
import { print, withDeps } from "./session.ts";

interface Output {
  json?: boolean;
}

/** `Date` also takes other forms, and days that no month has. */
const ISO_TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;

export const program = new Command("rapport")
  .description(
    "Runs and manages a Rapport installation. Settings come from the environment; see the README.",
  )
  .configureOutput({ outputError: (text, write) => write(usageLine(text)) });

const tenant = noun("tenant", "Tenants: the companies that use this installation");
verb(tenant, "create", "Create a tenant")
  .requiredOption("--name <name>", "what the tenant is called")
  .action(async ({ name, ...out }: { name: string } & Output) => {
    print({ tenant_id: await withDeps((deps) => createTenant(deps, name)) }, out);
  });
verb(tenant, "list", "List the tenants").action(async (out: Output) => {
  printList(await withDeps(listTenants), out);
});

const project = noun("project", "Projects of a tenant: each has its own records, clients and keys");
verb(project, "create", "Create a project with the default pipelines")
  .requiredOption("--tenant <id>", "the tenant it belongs to", id)
  .requiredOption("--name <name>", "what the project is called")
  .action(async ({ tenant, name, ...out }: { tenant: number; name: string } & Output) => {
    print({ project_id: await withDeps((deps) => createProject(deps, tenant, name)) }, out);
  });
verb(project, "list", "List the projects").action(async (out: Output) => {
  printList(await withDeps(listProjects), out);
});

const client = noun("client", "OAuth clients of the Public Object API");
verb(client, "create", "Create a client; its secret is shown this once")
  .requiredOption("--project <id>", "the project its tokens are bound to", id)
  .requiredOption("--name <name>", "what the client is called")
  .requiredOption(
    "--scope <scopes>",
    `space-delimited, of: ${[...PUBLIC_SCOPES.keys()].join(" ")}`,
    words,
  )
  .action(async (options: { project: number; name: string; scope: string[] } & Output) => {
    const made = await withDeps((deps) =>
      createClient(deps, { projectId: options.project, name: options.name, scopes: options.scope }),
    );
    print({ client_id: made.clientId, client_secret: made.clientSecret }, options);
  });
verb(client, "list", "List the clients of a project")
  .requiredOption("--project <id>", "the project", id)
  .action(async ({ project, ...out }: { project: number } & Output) => {
    printList(await withDeps((deps) => listClients(deps, project)), out);
  });
verb(client, "disable", "Disable a client: its tokens are void within 5 seconds")
  .argument("<id>", "the client id")
  .action(async (clientId: string, out: Output) => {
    await withDeps((deps) => disableClient(deps, clientId));
    print({ client_id: clientId, disabled: true }, out);
  });
verb(client, "rotate-secret", "Give a client a second secret; the older ends in 24 hours")
  .argument("<id>", "the client id")
  .option("--now", "end the older secret at once")
  .action(async (clientId: string, options: { now?: boolean } & Output) => {
    const { clientSecret } = await withDeps((deps) =>
      addSecret(deps, clientId, { endOthersNow: options.now ?? false }),
    );
    print({ client_id: clientId, client_secret: clientSecret }, options);
  });

const key = noun("key", "API keys of the Workspace API");
verb(key, "create", "Create an API key; it is shown this once")
  .requiredOption("--project <id>", "the workspace it opens", id)
  .requiredOption("--name <name>", "what the key is called")
  .requiredOption(
    "--scope <scopes>",
    `space-delimited, of: ${[...WORKSPACE_SCOPES.keys()].join(" ")}`,
    words,
  )
  .option("--expires <time>", "when it ends, ISO 8601; never when not given", time)
  .action(
    async (
      options: { project: number; name: string; scope: string[]; expires?: string } & Output,
    ) => {
      const { apiKey } = await withDeps((deps) =>
        createApiKey(deps, {
          projectId: options.project,
          name: options.name,
          scopes: options.scope,
          ...(options.expires === undefined ? {} : { expiresAt: options.expires }),
        }),
      );
      print({ api_key: apiKey }, options);
    },
  );

verb(key, "list", "List the API keys of a project")
  .requiredOption("--project <id>", "the project", id)
  .action(async ({ project, ...out }: { project: number } & Output) => {
    printList(await withDeps((deps) => listApiKeys(deps, project)), out);
  });
verb(key, "disable", "Disable an API key: it opens nothing after 2 seconds")
  .argument("<id>", "the key's id, as the list gives it", id)
  .action(async (keyId: number, out: Output) => {
    await withDeps((deps) => disableApiKey(deps, keyId));
    print({ id: keyId, disabled: true }, out);
  });

const keys = noun("keys", "Keys that sign access tokens");
verb(keys, "rotate", "Make a new signing key: published now, signing in 15 minutes").action(
  async (out: Output) => {
    const { kid, signsFrom } = await withDeps((deps) => rotateSigningKey(deps));
    print({ kid, signs_from: signsFrom }, out);
  },
);

const secrets = noun("secrets", "The key that secrets are encrypted with at rest");
verb(secrets, "rotate", "Make a new key the current one and encrypt every secret anew").action(
  async (out: Output) => {
    addSecretKey(process.env);
    print({ resealed: await withDeps((deps) => rotateSecretKey(deps)) }, out);
  },
);

const messaging = noun("messaging", "A tenant's account on the messaging platform");
verb(messaging, "set", "Set the account that a tenant's templates come from")
  .requiredOption("--tenant <id>", "the tenant", id)
  .requiredOption("--waba-id <id>", "the WhatsApp Business account id")
  .requiredOption("--access-token <token>", "an access token that may read its templates")
  .action(async (options: { tenant: number; wabaId: string; accessToken: string } & Output) => {
    await withDeps((deps) => setAccount(deps, options.tenant, options));
    print({ tenant_id: options.tenant, waba_id: options.wabaId }, options);
  });
verb(messaging, "show", "Show how a tenant's account stands")
  .requiredOption("--tenant <id>", "the tenant", id)
  .action(async ({ tenant, ...out }: { tenant: number } & Output) => {
    const account = await withDeps((deps) => readAccount(deps, tenant));
    printList(account === null ? [] : [account], out);
  });

const template = noun("template", "Local copies of a tenant's message templates");
verb(template, "import", "Add templates, or replace those of the same name and language")
  .argument("<file>", "a JSON array of {name, language, status, category, components?}", jsonFile)
  .requiredOption("--tenant <id>", "the tenant", id)
  .action(async (content: unknown, { tenant, ...out }: { tenant: number } & Output) => {
    print({ imported: await withDeps((deps) => importTemplates(deps, tenant, content)) }, out);
  });
verb(template, "list", "List a tenant's templates")
  .requiredOption("--tenant <id>", "the tenant", id)
  .action(async ({ tenant, ...out }: { tenant: number } & Output) => {
    printList(await withDeps((deps) => everyTemplate(deps, tenant)), out);
  });

async function everyTemplate(deps: Deps, tenant: number): Promise<readonly object[]> {
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

const admin = noun("admin", "Admins, who sign in to the admin app");
verb(admin, "create", "Create an admin; a password that is made is shown this once")
  .requiredOption("--email <email>", "what the admin signs in with")
  .option("--password <password>", "12 characters or more; made when not given")
  .action(async ({ email, password, ...out }: { email: string; password?: string } & Output) => {
    print(await withDeps((deps) => createAdmin(deps, { email, password })), out);
  });

verb(program, "migrate", "Bring the database's schema up to date").action(async (out: Output) => {
  await withDeps(async () => undefined);
  print({ migrated: true }, out);
});

verb(program, "backup", "Copy the embedded database into a new file while it is in use")
  .argument("<file>", "the file to write", newFile)
  .action(async (file: string, out: Output) => {
    await withDeps((deps) => deps.db.backup(file));
    print({ file }, out);
  });

verb(
  program,
  "worker",
  "Deliver webhooks and tidy up until stopped, beside or instead of the API's own",
).action(async (out: Output) => {
  await withDeps(async (deps) => {
    const onError = (error: unknown) => process.stderr.write(`rapport: ${String(error)}\n`);
    const worker = startWorker(deps, { onError });
    print({ worker: "running" }, out);
    await new Promise<void>((resolve) => {
      process.once("SIGINT", resolve).once("SIGTERM", resolve);
    });
    await worker.stop();
  });
});

function jsonFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new InvalidArgumentError(`It cannot be read as JSON: ${(error as Error).message}.`);
  }
}

function noun(name: string, description: string): Command {
  return program.command(name).description(description);
}

function verb(parent: Command, name: string, description: string): Command {
  return parent
    .command(name)
    .description(description)
    .option("--json", "print exactly one JSON document");
}

function printList(rows: readonly object[], { json }: Output): void {
  if (json) process.stdout.write(`${JSON.stringify(rows)}\n`);
  else if (rows.length === 0) process.stdout.write("None.\n");
  else for (const row of rows) print(row as Record<string, unknown>, {});
}

function id(text: string): number {
  if (!/^[1-9][0-9]{0,14}$/.test(text))
    throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

function time(text: string): string {
  const day = text.slice(0, 10);
  const parsed = new Date(text);
  const isReal = !Number.isNaN(parsed.getTime()) && new Date(day).toISOString().startsWith(day);
  if (!ISO_TIME.test(text) || !isReal) {
    throw new InvalidArgumentError("It must be a time such as 2027-01-31T00:00:00Z.");
  }
  return parsed.toISOString();
}

function newFile(path: string): string {
  if (existsSync(path)) throw new InvalidArgumentError("It exists already; name a new file.");
  return path;
}

function usageLine(text: string): string {
  const fault = text
    .replace(/^error: /, "")
    .trim()
    .replaceAll(/\s*\n\s*/g, " ");
  const stop = /[.)]$/.test(fault) ? "" : ".";
  return `rapport: ${fault}${stop} Run the command with --help to see what it takes.\n`;
}
