import type { Command } from "commander";
import { noun, type Output, verb } from "../command.ts";
import { readSecret, SECRET_FORMS } from "../secret-input.ts";
import { type ProcessIo, print, printList, withDeps } from "../session.ts";
import { id } from "../values.ts";

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
