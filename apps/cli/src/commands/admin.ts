import { createAdmin, dropSecondFactorOf, liftFactorRuleByHand } from "@rapport/core";
import type { Command } from "commander";
import { noun, type Output, verb } from "../command.ts";
import { readSecret, SECRET_FORMS } from "../secret-input.ts";
import { type ProcessIo, print, withDeps } from "../session.ts";

/** Adds `rapport admin`. */
export function addAdmin(program: Command, io: ProcessIo): void {
  const admin = noun(program, "admin", {
    group: "Access:",
    summary: "admins, who sign in to the admin app",
    description: "Admins sign in to the admin app with their email address and a password.",
  });
  verb(admin, "create", {
    summary: "create an admin",
    description:
      "Creates an admin and prints the email address. A generated password is shown only once.",
    examples: [
      "rapport admin create --email ada@example.com",
      "rapport admin create --email ada@example.com --password -",
    ],
  })
    .requiredOption("--email <email>", "email address for signing in")
    .option(
      "--password <password>",
      `at least 12 characters; generated if not given; ${SECRET_FORMS}`,
    )
    .action(async ({ email, password, ...out }: { email: string; password?: string } & Output) => {
      const secret =
        password === undefined ? undefined : await readSecret(io, "--password", password);
      print(io, await withDeps(io, (deps) => createAdmin(deps, { email, password: secret })), out);
    });
  verb(admin, "reset-factor", {
    summary: "remove an admin's lost second factor",
    description:
      "Removes the second factor of an admin who has lost the device and the recovery codes, and ends the admin's sessions. The password alone then signs in.",
    examples: ["rapport admin reset-factor --email ada@example.com"],
  })
    .requiredOption("--email <email>", "email address of the admin")
    .action(async ({ email, ...out }: { email: string } & Output) => {
      await withDeps(io, (deps) => dropSecondFactorOf(deps, email));
      print(io, { email, second_factor: false }, out);
    });
  verb(admin, "lift-factor-rule", {
    summary: "let admins sign in without a second factor again",
    description:
      "Ends the rule that admins need a second factor, for an emergency. Admins who have one keep it. Owners can require it again in the admin app.",
    examples: ["rapport admin lift-factor-rule"],
  }).action(async (out: Output) => {
    await withDeps(io, liftFactorRuleByHand);
    print(io, { second_factor_required: false }, out);
  });
}
