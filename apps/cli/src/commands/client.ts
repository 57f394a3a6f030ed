import { PUBLIC_SCOPES } from "@rapport/model";
import type { Command } from "commander";
import { noun, type Output, verb } from "../command.ts";
import { type ProcessIo, print, printList, withDeps } from "../session.ts";
import { id, words } from "../values.ts";

/** Adds `rapport client`. */
export function addClient(program: Command, io: ProcessIo): void {
  const client = noun(program, "client", {
    group: "Access:",
    summary: "OAuth clients of the Public Object API",
    description:
      "OAuth clients get access tokens for the Public Object API with their id and secret (client credentials, RFC 6749 section 4.4).",
  });
  addCreate(client, io);
  verb(client, "list", {
    summary: "list a project's clients",
    description: "Lists the clients of a project; never their secrets.",
    examples: ["rapport client list --project 1"],
  })
    .requiredOption("--project <id>", "the project", id)
    .action(async ({ project, ...out }: { project: number } & Output) => {
      const clients = await withDeps(io, async (deps, { listClients, requireProject }) => {
        await requireProject(deps.db, project);
        return listClients(deps, project);
      });
      printList(io, clients, out);
    });
  verb(client, "disable", {
    summary: "disable a client",
    description:
      "Disables a client. It gets no new tokens, and its existing tokens stop working within 5 seconds.",
    examples: ["rapport client disable rpc1f3a"],
  })
    .argument("<id>", "the client id")
    .action(async (clientId: string, out: Output) => {
      await withDeps(io, (deps, { disableClient }) => disableClient(deps, clientId));
      print(io, { client_id: clientId, disabled: true }, out);
    });
  verb(client, "enable", {
    summary: "enable a disabled client again",
    description: "Enables a disabled client again. Its tokens from before stay void.",
    examples: ["rapport client enable rpc1f3a"],
  })
    .argument("<id>", "the client id")
    .action(async (clientId: string, out: Output) => {
      await withDeps(io, (deps, { enableClient }) => enableClient(deps, clientId));
      print(io, { client_id: clientId, disabled: false }, out);
    });
  addRotateSecret(client, io);
}

function addCreate(client: Command, io: ProcessIo): void {
  verb(client, "create", {
    summary: "create a client; its secret is shown only once",
    description:
      "Creates a client and prints its id and its secret. The secret is shown only once.",
    examples: [
      'rapport client create --project 1 --name Sync --scope "crm.contacts.read crm.contacts.write"',
    ],
  })
    .requiredOption("--project <id>", "the project that its tokens give access to", id)
    .requiredOption("--name <name>", "name of the client")
    .requiredOption(
      "--scope <scopes>",
      `separated by spaces, from: ${[...PUBLIC_SCOPES.keys()].join(" ")}`,
      words,
    )
    .action(async (options: { project: number; name: string; scope: string[] } & Output) => {
      const { project: projectId, name, scope: scopes } = options;
      const made = await withDeps(io, (deps, { createClient }) =>
        createClient(deps, { projectId, name, scopes }),
      );
      print(io, { client_id: made.clientId, client_secret: made.clientSecret }, options);
    });
}

function addRotateSecret(client: Command, io: ProcessIo): void {
  verb(client, "rotate-secret", {
    summary: "give a client a second secret",
    description:
      "Gives a client a second secret, which is shown only once. The older secret ends in 24 hours, so that each program can be switched in turn.",
    examples: [
      "rapport client rotate-secret rpc1f3a",
      "rapport client rotate-secret rpc1f3a --now",
    ],
  })
    .argument("<id>", "the client id")
    .option("--now", "end the older secret now", false)
    .action(async (clientId: string, options: { now: boolean } & Output) => {
      const { clientSecret } = await withDeps(io, (deps, { addSecret }) =>
        addSecret(deps, clientId, { endOthersNow: options.now }),
      );
      print(io, { client_id: clientId, client_secret: clientSecret }, options);
    });
}
