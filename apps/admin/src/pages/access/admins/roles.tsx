import { ROLE_LABELS, type Role } from "../../../session.ts";

const NO_ROLE = "none";
type Choice = Role | typeof NO_ROLE;

const HINTS: Readonly<
  Record<"installation" | "tenant", Readonly<Partial<Record<Choice, string>>>>
> = {
  installation: {
    owner:
      "Can do everything, including managing admins, sessions, signing keys, tenants and projects.",
    admin: "Can change records, schema, clients, keys, webhooks and templates in every tenant.",
    "read-only": "Can see everything except sessions, and change nothing.",
    none: "Has only the roles in tenants. Give those under Members.",
  },
  tenant: {
    owner: "Can do everything in this tenant, including managing its members and projects.",
    admin: "Can change records, schema, clients, keys, webhooks and templates of this tenant.",
    "read-only": "Can see everything in this tenant, and change nothing.",
  },
};

/** Returns the field that chooses a role: in the installation, where there may be none, or in a tenant. */
export function roleField(of: "installation" | "tenant") {
  const options = Object.entries(HINTS[of]).map(([value, description]) => ({
    ...{ value, description },
    label: value === NO_ROLE ? "None" : ROLE_LABELS[value as Role],
  }));
  const label = of === "installation" ? "Role in the installation" : "Role in this tenant";
  return { name: "role", kind: "radio", label, options } as const;
}

/** Returns the choice for a role. */
export const roleValue = (role: Role | null): Choice => role ?? NO_ROLE;

/** Returns the role in the installation for a choice. */
export const ofInstallation = (role: Choice): Role | null => (role === NO_ROLE ? null : role);

/** The field for the email of an admin. */
export const emailField = (help?: string) =>
  ({
    name: "email",
    label: "Email",
    help,
    required: "Enter an email address.",
    input: { type: "email" },
  }) as const;
