import type { Command } from "commander";
import { noun, type Output, verb } from "../command.ts";
import { HIDDEN_FORMS, readHiddenSecret, readSecret, SECRET_FORMS } from "../secret-input.ts";
import { type ProcessIo, print, printList, withDeps } from "../session.ts";
import { id, type RoleName, role } from "../values.ts";

const ROLE = "role in the whole installation: owner, admin, read-only or none";

interface NewAdmin {
  readonly email: string;
  readonly password?: string;
  readonly role: RoleName;
}

interface GivenRole {
  readonly email: string;
  readonly role: RoleName;
  readonly tenant?: number;
}

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
      "Creates an admin and prints the email address. A generated password is shown only once. `rapport admin set-role --tenant` gives roles in single tenants.",
    examples: [
      "rapport admin create --email ada@example.com",
      "rapport admin create --email ada@example.com --role none",
      "rapport admin create --email ada@example.com --password -",
    ],
  })
    .requiredOption("--email <email>", "email address for signing in")
    .option(
      "--password <password>",
      `at least 12 characters; generated if not given; ${SECRET_FORMS}`,
    )
    .option("--role <role>", ROLE, role, "owner")
    .action(async ({ email, password, role, ...out }: NewAdmin & Output) => {
      const secret =
        password === undefined ? undefined : await readSecret(io, "--password", password);
      const wanted = { email, password: secret, role: given(role) };
      const made = await withDeps(io, (deps, { createAdmin }) => createAdmin(deps, wanted));
      print(io, made, out);
    });
  addRoles(admin, io);
  addAccounts(admin, io);
  verb(admin, "lift-factor-rule", {
    summary: "let admins sign in without a second factor again",
    description:
      "Ends the rule that admins need a second factor, for an emergency. Admins who have one keep it. Owners can require it again in the admin app.",
    examples: ["rapport admin lift-factor-rule"],
  }).action(async (out: Output) => {
    await withDeps(io, (deps, { liftFactorRuleByHand }) => liftFactorRuleByHand(deps));
    print(io, { second_factor_required: false }, out);
  });
}

interface NewPassword {
  readonly email: string;
  readonly password?: string;
}

const WHOSE = ["--email <email>", "email address of the admin"] as const;

/** Adds what helps an admin who is locked out, or locks one out. */
function addAccounts(admin: Command, io: ProcessIo): void {
  for (const [name, disabled] of [
    ["disable", true],
    ["enable", false],
  ] as const) {
    verb(admin, name, {
      summary: disabled
        ? "end an admin's sessions and refuse to sign in"
        : "let an admin sign in again",
      description: disabled
        ? "Ends the sessions of an admin and refuses to sign in, until `rapport admin enable`. The last owner cannot be disabled."
        : "Lets an admin who was disabled sign in again, with the same password, second factor and roles.",
      examples: [`rapport admin ${name} --email ada@example.com`],
    })
      .requiredOption(...WHOSE)
      .action(async ({ email, ...out }: { email: string } & Output) => {
        await withDeps(io, (deps, { disableByHand }) => disableByHand(deps, email, disabled));
        print(io, { email, disabled }, out);
      });
  }
  verb(admin, "set-password", {
    summary: "give an admin a new password",
    description:
      "Replaces the password of an admin and ends the admin's sessions. A generated password is shown only once. A second factor stays, unless owners of a tenant manage the account, who may have set it up.",
    examples: [
      "rapport admin set-password --email ada@example.com",
      "rapport admin set-password --email ada@example.com --password -",
      "rapport admin set-password --email ada@example.com --password env:NEW_PASSWORD",
    ],
  })
    .requiredOption(...WHOSE)
    .option("--password <from>", `at least 12 characters; generated if not given; ${HIDDEN_FORMS}`)
    .action(async ({ email, password, ...out }: NewPassword & Output) => {
      const wanted =
        password === undefined ? undefined : await readHiddenSecret(io, "--password", password);
      const set = await withDeps(io, (deps, { setPasswordByHand }) =>
        setPasswordByHand(deps, email, wanted),
      );
      print(io, wanted === undefined ? set : { email: set.email, password_set: true }, out);
    });
  verb(admin, "reset-factors", {
    summary: "remove an admin's lost second factors",
    description:
      "Removes the authenticator app, the passkeys and the recovery codes of an admin who has lost them, and ends the admin's sessions. The password alone then signs in.",
    examples: ["rapport admin reset-factors --email ada@example.com"],
  })
    .alias("reset-factor")
    .requiredOption(...WHOSE)
    .action(async ({ email, ...out }: { email: string } & Output) => {
      await withDeps(io, (deps, { resetFactorsByHand }) => resetFactorsByHand(deps, email));
      print(io, { email, second_factor: false }, out);
    });
}

function given(role: RoleName) {
  return role === "none" ? null : role;
}

function addRoles(admin: Command, io: ProcessIo): void {
  verb(admin, "list", {
    summary: "list the admins and their roles",
    description:
      "Lists every admin with the role in the installation and the roles in tenants, each as the tenant's id and the role.",
    examples: ["rapport admin list"],
  }).action(async (out: Output) => {
    const admins = await withDeps(io, (deps, { listAdmins }) => listAdmins(deps));
    const rows = admins.map(({ id, email, role, tenants, disabledAt }) => ({
      ...{ id, email, role: role ?? "none" },
      tenants: tenants.map(({ tenantId, role }) => `${tenantId}:${role}`),
      disabled: disabledAt !== null,
    }));
    printList(io, rows, out);
  });
  verb(admin, "set-role", {
    summary: "give, change or remove an admin's role",
    description:
      "Sets the role of an admin in the whole installation, or with --tenant in one tenant. `none` removes the role. The stronger of both roles counts.",
    examples: [
      "rapport admin set-role --email ada@example.com --role admin --tenant 3",
      "rapport admin set-role --email ada@example.com --role none",
    ],
  })
    .requiredOption(...WHOSE)
    .requiredOption("--role <role>", "owner, admin, read-only or none", role)
    .option("--tenant <id>", "the tenant in which the role counts", id)
    .action(async ({ email, role, tenant, ...out }: GivenRole & Output) => {
      const wanted = { email, role: given(role), tenantId: tenant };
      await withDeps(io, (deps, { setRoleByHand }) => setRoleByHand(deps, wanted));
      print(io, { email, role, ...(tenant && { tenant_id: tenant }) }, out);
    });
}
