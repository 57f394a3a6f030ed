import type { Command } from "commander";
import { noun, type Output, verb } from "../command.ts";
import { readSecret, SECRET_FORMS } from "../secret-input.ts";
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
  verb(admin, "reset-factor", {
    summary: "remove an admin's lost second factor",
    description:
      "Removes the second factor of an admin who has lost the device and the recovery codes, and ends the admin's sessions. The password alone then signs in.",
    examples: ["rapport admin reset-factor --email ada@example.com"],
  })
    .requiredOption("--email <email>", "email address of the admin")
    .action(async ({ email, ...out }: { email: string } & Output) => {
      await withDeps(io, (deps, { dropSecondFactorOf }) => dropSecondFactorOf(deps, email));
      print(io, { email, second_factor: false }, out);
    });
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
    .requiredOption("--email <email>", "email address of the admin")
    .requiredOption("--role <role>", "owner, admin, read-only or none", role)
    .option("--tenant <id>", "the tenant in which the role counts", id)
    .action(async ({ email, role, tenant, ...out }: GivenRole & Output) => {
      const wanted = { email, role: given(role), tenantId: tenant };
      await withDeps(io, (deps, { setRoleByHand }) => setRoleByHand(deps, wanted));
      print(io, { email, role, ...(tenant && { tenant_id: tenant }) }, out);
    });
}
