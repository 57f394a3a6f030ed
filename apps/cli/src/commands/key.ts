import { KEY_SCOPES } from "@rapport/model";
import type { Command } from "commander";
import { noun, type Output, verb } from "../command.ts";
import { type ProcessIo, print, printList, withDeps } from "../session.ts";
import { id, time, words } from "../values.ts";

interface NewKey extends Output {
  project: number;
  name: string;
  scope: string[];
  expires?: string;
}

/** Adds `rapport key`. */
export function addKey(program: Command, io: ProcessIo): void {
  const key = noun(program, "key", {
    group: "Access:",
    summary: "API keys of the Workspace API",
    description:
      "An API key gives access to one project through the Workspace API, within its scopes.",
  });
  addCreate(key, io);
  verb(key, "list", {
    summary: "list a project's keys",
    description: "Lists the API keys of a project with their ids. Never shows the keys themselves.",
    examples: ["rapport key list --project 1"],
  })
    .requiredOption("--project <id>", "the project", id)
    .action(async ({ project, ...out }: { project: number } & Output) => {
      const keys = await withDeps(io, async (deps, { listApiKeys, requireProject }) => {
        await requireProject(deps.db, project);
        return listApiKeys(deps, project);
      });
      printList(io, keys, out);
    });
  verb(key, "rotate", {
    summary: "replace a key with a new one",
    description:
      "Replaces an API key with a new one with the same name, scopes and expiry, which is shown only once. The older one ends in 24 hours, so that each automation can be switched in turn.",
    examples: ["rapport key rotate 3", "rapport key rotate 3 --now"],
  })
    .argument("<id>", "the key's id from the list", id)
    .option("--now", "end the older key now", false)
    .action(async (keyId: number, { now, ...out }: { now: boolean } & Output) => {
      const { apiKey } = await withDeps(io, (deps, { rotateApiKey }) =>
        rotateApiKey(deps, keyId, { endOlderNow: now }),
      );
      print(io, { id: keyId, api_key: apiKey }, out);
    });
  verb(key, "enable", {
    summary: "enable a disabled key again",
    description: "Enables a disabled API key again. It works within 2 seconds.",
    examples: ["rapport key enable 3"],
  })
    .argument("<id>", "the key's id from the list", id)
    .action(async (keyId: number, out: Output) => {
      await withDeps(io, (deps, { enableApiKey }) => enableApiKey(deps, keyId));
      print(io, { id: keyId, disabled: false }, out);
    });
  verb(key, "disable", {
    summary: "disable a key",
    description: "Disables an API key. It stops working within 2 seconds.",
    examples: ["rapport key disable 3"],
  })
    .argument("<id>", "the key's id from the list", id)
    .action(async (keyId: number, out: Output) => {
      await withDeps(io, (deps, { disableApiKey }) => disableApiKey(deps, keyId));
      print(io, { id: keyId, disabled: true }, out);
    });
}

/** Adds `rapport keys`. */
export function addKeys(program: Command, io: ProcessIo): void {
  const keys = noun(program, "keys", {
    group: "Access:",
    summary: "keys that sign access tokens",
    description: "Signing keys sign access tokens; /oauth2/jwks publishes their public parts.",
  });
  verb(keys, "rotate", {
    summary: "create a new signing key",
    description:
      "Creates a new signing key. It is published now and signs in 15 minutes, after every program that caches the key set has loaded it.",
    examples: ["rapport keys rotate"],
  }).action(async (out: Output) => {
    const { kid, signsFrom } = await withDeps(io, (deps, { rotateSigningKey }) =>
      rotateSigningKey(deps),
    );
    print(io, { kid, signs_from: signsFrom }, out);
  });
}

function addCreate(key: Command, io: ProcessIo): void {
  verb(key, "create", {
    summary: "create a key; it is shown only once",
    description: "Creates an API key and prints it. The key is shown only once.",
    examples: [
      'rapport key create --project 1 --name Reports --scope "contacts:read deals:read"',
      "rapport key create --project 1 --name Trial --scope deals:read --expires 2027-01-31T00:00:00Z",
    ],
  })
    .requiredOption("--project <id>", "the project that it gives access to", id)
    .requiredOption("--name <name>", "name of the key")
    .requiredOption(
      "--scope <scopes>",
      `separated by spaces, from: ${[...KEY_SCOPES.keys()].join(" ")}`,
      words,
    )
    .option("--expires <time>", "when it expires, ISO 8601; never if not given", time)
    .action(async ({ project: projectId, name, scope: scopes, expires, ...out }: NewKey) => {
      const expiry = expires === undefined ? {} : { expiresAt: expires };
      const { apiKey } = await withDeps(io, (deps, { createApiKey }) =>
        createApiKey(deps, { projectId, name, scopes, ...expiry }),
      );
      print(io, { api_key: apiKey }, out);
    });
}
