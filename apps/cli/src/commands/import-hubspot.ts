import type { HubspotImportResult } from "@rapport/core";
import type { Command } from "commander";
import { type Output, verb } from "../command.ts";
import { startProgress } from "../progress.ts";
import { readSecret, SECRET_FORMS } from "../secret-input.ts";
import { type ProcessIo, withDeps } from "../session.ts";
import { id } from "../values.ts";

/** Adds `rapport import hubspot`. */
export function addHubspotImport(parent: Command, io: ProcessIo): void {
  verb(parent, "hubspot", {
    summary: "import the records of a HubSpot account",
    description:
      "Imports the properties, pipelines, records and associations of a HubSpot account into a project. It only reads from HubSpot.",
    details: DETAILS,
    examples: [
      "rapport import hubspot --project 1 --token env:HUBSPOT_TOKEN",
      "rapport import hubspot --project 1 --token - < token-file",
    ],
  })
    .requiredOption("--project <id>", "the project", id)
    .requiredOption("--token <token>", `access token of a private app; ${SECRET_FORMS}`)
    .option("--url <address>", "address of HubSpot's API", "https://api.hubapi.com")
    .option("--restart", "start over instead of resuming an import that was stopped")
    .action(async ({ project, token: given, url, restart, ...out }: HubspotOptions) => {
      const token = await readSecret(io, "--token", given);
      const progress = out.json ? undefined : startProgress(io);
      const account = {
        ...{ url: checkAddress(url), token },
        onWait(why: string, ms: number) {
          if (progress === undefined) return;
          progress.end();
          io.stderr.write(`${why}. Trying again in ${seconds(ms)}.\n`);
        },
      };
      const result = await withDeps(io, (deps, { importHubspot }) =>
        importHubspot(deps, account, project, {
          restart,
          onStep: ({ doing, records }) =>
            progress?.show({ doing: `Reading ${doing}`, done: records, of: null, unit: "record" }),
        }),
      ).finally(() => progress?.end());
      io.stdout.write(out.json ? `${JSON.stringify(asJson(result))}\n` : asText(result));
    });
}

const DETAILS = `The token needs the read scopes of the objects (crm.objects.contacts.read and so on) and of their
schemas. Types that it may not read are left out, and the result says so.

A record keeps its HubSpot id in the property hubspot_object_id. So the command can be repeated: it updates the
records that it has brought before. If it was stopped, run it again: it resumes after the last page. It waits when
HubSpot throttles. If HubSpot's daily limit is used up, run it again the next day. The page "Imports" of the admin app
shows each type, and can undo it for 7 days.

Progress goes to standard error, unless --json is given.`;

interface HubspotOptions extends Output {
  project: number;
  token: string;
  url: string;
  restart?: boolean;
}

/** Not checked by commander, whose error would repeat the URL, which may contain a password. */
function checkAddress(text: string): string {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return text.replace(/\/+$/, "");
  throw new Error("--url must be an address such as https://api.hubapi.com.");
}

function seconds(ms: number): string {
  const count = Math.ceil(ms / 1_000);
  return count === 1 ? "1 second" : `${count} seconds`;
}

function asJson({ account, resumed, notBrought, ...counts }: HubspotImportResult): object {
  return { account, resumed, ...counts, not_brought: notBrought };
}

function asText(result: HubspotImportResult): string {
  const lines = [
    `HubSpot account ${result.account}. Properties added: ${result.properties}. Pipelines added: ${result.pipelines}.`,
    ...Object.entries(result.objects).map(
      ([plural, one]) =>
        `${plural}: ${one.created} created, ${one.updated} updated, ${one.unchanged} unchanged, ${one.refused} refused, ${one.associations} associations`,
    ),
    ...(result.notBrought.length === 0 ? [] : ["Not brought:"]),
    ...result.notBrought.map(({ what, why, count, examples }) => {
      const some = examples.length === 0 ? "" : `, such as HubSpot id ${examples.join(", ")}`;
      return `  ${what}: ${why} (${count}${some})`;
    }),
  ];
  return `${lines.join("\n")}\n`;
}
