import { createFirstAdmin, type Deps } from "@rapport/core";

/** Returns the admin app's address and, if the installation had no admins, the credentials of the first one. */
export async function welcome(url: string, deps: Deps): Promise<string> {
  const lines = ["", `  Admin app        ${url}`];
  const first = await createFirstAdmin(deps);
  if (first !== null) {
    lines.push(
      "  Sign in with these credentials. They are shown only once:",
      "",
      `  Email            ${first.email}`,
      `  Password         ${first.password}`,
    );
  }
  return [...lines, "", ""].join("\n");
}
