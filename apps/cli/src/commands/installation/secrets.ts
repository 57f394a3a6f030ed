import type { LostSecrets } from "@rapport/core";
import type { Command } from "commander";
import { noun, type Output, verb } from "../../command.ts";
import { type ProcessIo, print, readInstallation, withDeps } from "../../session.ts";

/** Adds `rapport secrets`. */
export function addSecrets(program: Command, io: ProcessIo): void {
  const secrets = noun(program, "secrets", {
    group: "Access:",
    summary: "the key that encrypts stored secrets",
    description:
      "The secret key encrypts signing keys, webhook secrets, second factors, the messaging platform's tokens, stored responses and the keys of files and cursors. It is SECRET_KEY, or the file secret-key in DATA_DIR.",
  });
  verb(secrets, "rotate", {
    summary: "encrypt every secret with a new key",
    description:
      "Creates a new secret key, encrypts everything again with it while the processes run, and removes the old key from the file. If SECRET_KEY is set, first set it to the new key, a comma and the old key, and restart all processes.",
    details:
      "If a rotation was interrupted, run it again. Until then, the file has the old and the new key.",
    examples: ["rapport secrets rotate"],
  }).action(async (out: Output) => {
    const { keyFile } = await readInstallation(io);
    const { keyRing } = await import("@rapport/service/settings/config");
    const ring = keyRing(io.env);
    const { resealed, dropped } = await withDeps(io, (deps, { rotateSecretKey }) =>
      rotateSecretKey(deps, ring),
    );
    if (out.json) {
      print(io, { resealed, keys_removed: dropped, key_file: keyFile }, out);
      return;
    }
    const next =
      keyFile === null
        ? "Now remove the old key from SECRET_KEY, and restart all processes."
        : `${dropped === 1 ? "The old key was" : `${dropped} older keys were`} removed from ${keyFile}, which has only the new one.`;
    io.stdout.write(
      `Everything is encrypted with the new key: ${resealed} secrets were encrypted again. ${next} Keep the old key as long as backups from before.\n`,
    );
  });
  verb(secrets, "reset", {
    summary: "give up what a lost key encrypted",
    description:
      "If the secret key is lost, makes new signing keys, webhook secrets and keys of cursors, removes what cannot be made again, and lists what people have to enter again. Without --i-lost-the-key, only says what would be given up.",
    details:
      "If there is no key file, a new one is made. What the present key decrypts is kept. All or nothing: if it is interrupted, run it again.",
    examples: ["rapport secrets reset --i-lost-the-key"],
  })
    .option("--i-lost-the-key", "give up what the present key cannot decrypt")
    .action(async ({ iLostTheKey = false, ...out }: Output & { iLostTheKey?: boolean }) => {
      const config = await readInstallation(io, { isKeyLost: true });
      const { readConfigAsIs, replaceLostKey } = await import("@rapport/service/settings/config");
      const { resetSecrets } = await import("@rapport/core");
      const lost = await resetSecrets({
        databaseUrl: config.databaseUrl,
        keys: config.secretKeys,
        newKeys() {
          replaceLostKey(io.env);
          return readConfigAsIs(io.env).secretKeys();
        },
        isSure: iLostTheKey,
      });
      io.stdout.write(out.json ? `${JSON.stringify(asJson(lost))}\n` : asText(lost));
    });
}

function asJson(lost: LostSecrets): object {
  const place = ({ tenantId, tenant, projectId, project }: LostSecrets["files"][number]) => ({
    ...{ tenant_id: tenantId, tenant, project_id: projectId, project },
  });
  return {
    replaced: {
      signing_keys: lost.signingKeys,
      cursor_keys: lost.cursorKeys,
      webhook_secrets: lost.webhookSecrets.length,
    },
    removed: {
      idempotent_responses: lost.answers,
      messaging_tokens: lost.messagingTokens.length,
      authenticator_apps: lost.authenticatorApps.length,
      files: lost.files.map((one) => ({ ...place(one), files: one.files })),
    },
    enter_again: {
      messaging_tokens: lost.messagingTokens.map(({ tenantId, tenant, wabaId }) => ({
        ...{ tenant_id: tenantId, tenant, waba_id: wabaId },
      })),
      webhook_secrets: lost.webhookSecrets.map((one) => ({
        ...place({ ...one, files: 0 }),
        ...{ endpoint_id: one.endpointId, url: one.url },
      })),
      authenticator_apps: lost.authenticatorApps,
    },
  };
}

function asText(lost: LostSecrets): string {
  const at = ({ tenant, project }: { tenant: string; project: string }) => `${tenant}, ${project}`;
  const sections: readonly (readonly [boolean, string, readonly string[]])[] = [
    [
      lost.signingKeys > 0,
      "A new signing key was made. Access tokens ended; clients get new ones with the same id and secret.",
      [],
    ],
    [
      lost.cursorKeys > 0,
      "A new key for cursors was made. Lists and feeds refuse cursors from before; callers start without one.",
      [],
    ],
    [
      lost.answers > 0,
      `${lost.answers} responses to requests with an Idempotency-Key were removed. The requests do not run again; a repetition gets 410 ERASED.`,
      [],
    ],
    [
      lost.files.length > 0,
      "Files of imports, exports and bulk changes, and those attached to records, were removed. What was running ends as failed; start it again:",
      lost.files.map((one) => `${at(one)}: ${one.files} files`),
    ],
    [
      lost.webhookSecrets.length > 0,
      "Webhook endpoints got new signing secrets. Rotate each one's secret to see it, and enter it at the receiver:",
      lost.webhookSecrets.map((one) => `${at(one)}: endpoint ${one.endpointId}, ${one.url}`),
    ],
    [
      lost.messagingTokens.length > 0,
      "Messaging accounts were removed. Enter the account and its access token again:",
      lost.messagingTokens.map(
        ({ tenantId, tenant, wabaId }) => `${tenant} (tenant ${tenantId}): account ${wabaId}`,
      ),
    ],
    [
      lost.authenticatorApps.length > 0,
      "Authenticator apps were removed. The password alone signs in; set the app up again:",
      lost.authenticatorApps.map(({ email }) => email),
    ],
  ];
  const said = sections.filter(([isLost]) => isLost);
  return `${said.flatMap(([, title, lines]) => [title, ...lines.map((line) => `  ${escaped(line)}`)]).join("\n")}\n`;
}

/** A line end in a name must not begin a line that looks like another entry. */
function escaped(line: string): string {
  return line.replaceAll(/\s+/g, " ");
}
