import { createAdmin } from "@rapport/core";
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
      "Creates an admin and prints the email address; a password that is made is shown this once.",
    examples: [
      "rapport admin create --email ada@example.com",
      "rapport admin create --email ada@example.com --password -",
    ],
  })
    .requiredOption("--email <email>", "what the admin signs in with")
    .option("--password <password>", `12 characters or more; made when not given; ${SECRET_FORMS}`)
    .action(async ({ email, password, ...out }: { email: string; password?: string } & Output) => {
      const secret =
        password === undefined ? undefined : await readSecret(io, "--password", password);
      print(io, await withDeps(io, (deps) => createAdmin(deps, { email, password: secret })), out);
    });
}
