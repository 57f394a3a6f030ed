import { createFirstAdmin, type Deps } from "@rapport/core";

/** Where the admin app is, and, on an installation without admins, the one made for it. */
export async function welcome(url: string, deps: Deps): Promise<string> {
  const lines = ["", `  Admin app        ${url}`];
  const first = await createFirstAdmin(deps);
  if (first !== null) {
    lines.push(
      "  Sign in there with what is shown this once:",
      "",
      `  Email            ${first.email}`,
      `  Password         ${first.password}`,
    );
  }
  return [...lines, "", ""].join("\n");
}
