import { createFirstAdmin, type Deps } from "@rapport/core";
import {
  heading,
  link,
  row,
  secret,
  showFirstCredentials,
} from "@rapport/service/first-credentials";

/**
 * Returns the admin app's address and, if the installation had no admins, the credentials of the first one or the path of
 * the file that has them.
 */
export async function welcome(url: string, deps: Deps, dataDir: string): Promise<string> {
  const credentials = await showFirstCredentials(dataDir, () => firstAdminLines(deps));
  return ["", row("Admin app", link(url)), "", ...credentials, ""].join("\n");
}

async function firstAdminLines(deps: Deps): Promise<readonly string[] | null> {
  const first = await createFirstAdmin(deps);
  if (first === null) return null;
  return [
    heading("Sign in with these credentials. They are shown only once:"),
    "",
    row("Email", secret(first.email)),
    row("Password", secret(first.password)),
    "",
  ];
}
