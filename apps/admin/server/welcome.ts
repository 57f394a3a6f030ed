import { heading, link, row, secret } from "@rapport/api/screen";
import { createFirstAdmin, type Deps } from "@rapport/core";

/** Returns the admin app's address and, if the installation had no admins, the credentials of the first one. */
export async function welcome(url: string, deps: Deps): Promise<string> {
  const lines = ["", row("Admin app", link(url))];
  const first = await createFirstAdmin(deps);
  if (first !== null) {
    lines.push(
      "",
      heading("Sign in with these credentials. They are shown only once:"),
      "",
      row("Email", secret(first.email)),
      row("Password", secret(first.password)),
    );
  }
  return [...lines, "", ""].join("\n");
}
