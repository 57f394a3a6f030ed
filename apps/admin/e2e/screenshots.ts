// Takes pictures of the admin app's pages: node apps/admin/e2e/screenshots.ts FOLDER [PATH ...]
// A PATH is below a project of the demo, such as /contacts; "/" is its home. Each is taken in light and dark,
// 1440 and 390 wide; with --empty the project has no records. --scheme and --width take one kind alone.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Page } from "playwright-core";
import { startInstallation } from "./support/installation.ts";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    empty: { type: "boolean", default: false },
    scheme: { type: "string", multiple: true, default: ["light", "dark"] },
    width: { type: "string", multiple: true, default: ["1440", "390"] },
  },
});
const [folder = "screenshots", ...paths] = positionals;
const PAGES = [
  "/",
  "/contacts",
  "/deals",
  "/deals/board",
  "/bin",
  "/schema/contacts",
  "/schema/deals",
  "/access/clients",
  "/access/keys",
  "/access/admins",
  "/webhooks",
  "/webhooks/deliveries",
  "/templates",
  "/audit",
];

await mkdir(folder, { recursive: true });
await using app = await startInstallation({ demo: !values.empty });
for (const colorScheme of ["light", "dark"] as const) {
  if (!values.scheme.includes(colorScheme)) continue;
  for (const width of values.width.map(Number)) {
    const viewport = { width, height: 900 };
    const page = await app.open("/tenants", { context: { colorScheme, viewport } });
    for (const path of paths.length > 0 ? paths : PAGES) await take(page, path, colorScheme, width);
    await page.context().close();
  }
}

async function take(page: Page, path: string, colorScheme: string, width: number): Promise<void> {
  await page.goto(app.adminUrl + app.at(path === "/" ? "" : path));
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
  const name = `${path.replaceAll("/", "-").replace(/^-/, "") || "home"}-${colorScheme}-${width}.png`;
  await page.screenshot({ path: join(folder, name) });
  console.log(name);
}
