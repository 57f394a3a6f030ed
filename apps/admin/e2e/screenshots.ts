// Takes pictures of the admin app's pages: node apps/admin/e2e/screenshots.ts FOLDER [SCENE ...]
// A SCENE is the name of one of pictures/scenes.ts, or a path below a project of the demo, such as /contacts;
// without any, all of them are taken, each in light and dark, 1440 and 390 wide. With --empty the project has no
// records. --scheme and --width take one kind alone, --whole takes pages in their whole height.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startGraphPlatform, startReceiver, trustReceivers } from "@rapport/testing";
import type { Page } from "playwright-core";
import {
  ACCESS_TOKEN,
  fill,
  fillTemplates,
  signedIn,
  TEMPLATES,
  WABA_ID,
} from "./pictures/fill.ts";
import { SCENES, type Scene } from "./pictures/scenes.ts";
import { animationsEnd } from "./support/accessibility.ts";
import { startInstallation } from "./support/installation.ts";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    empty: { type: "boolean", default: false },
    whole: { type: "boolean", default: false },
    scheme: { type: "string", multiple: true, default: ["light", "dark"] },
    width: { type: "string", multiple: true, default: ["1440", "390"] },
  },
});
const [folder = "screenshots", ...wanted] = positionals;
const scenes = SCENES.filter(({ filled }) => !(filled && values.empty));
const asked = wanted.map((one) => scenes.find((scene) => nameOf(scene) === one) ?? { path: one });

await mkdir(folder, { recursive: true });
await trustReceivers();
await using works = await startReceiver();
await using fails = await startReceiver();
await using platform = await startGraphPlatform({
  wabaId: WABA_ID,
  accessToken: ACCESS_TOKEN,
  templates: TEMPLATES,
});
await using app = await startInstallation({
  demo: !values.empty,
  settings: { META_GRAPH_URL: platform.url },
});
if (!values.empty) await fill(app, { works, fails });
const api = await signedIn(app);
const [, other] = (await api.tenants.list.query()).flatMap(({ projects }) => projects);

for (const colorScheme of ["light", "dark"] as const) {
  if (!values.scheme.includes(colorScheme)) continue;
  for (const width of values.width.map(Number)) {
    const context = { colorScheme, viewport: { width, height: 900 } };
    const first = await app.open("/tenants", { context });
    if (!values.empty) {
      await fillTemplates(api, app.projectId);
      await api.currencies.setReporting.mutate({ projectId: app.projectId, currency: null });
    }
    for (const scene of wanted.length > 0 ? asked : scenes) {
      const name = `${nameOf(scene)}-${colorScheme}-${width}.png`;
      const page = scene.signedOut
        ? await app.openSignedOut("/sign-in", context)
        : await first.context().newPage();
      await take(page, scene).catch((error: unknown) => {
        console.error(`${name} is not as it should be: ${error}`);
        process.exitCode = 1;
      });
      await page.screenshot({ path: join(folder, name), fullPage: values.whole });
      await page.close();
      console.log(name);
    }
    await first.context().close();
    await discardDrafts();
  }
}

/** The scenes of all views begin more imports than a project may have in preparation. */
async function discardDrafts(): Promise<void> {
  const { projectId } = app;
  for (const { id } of await api.imports.drafts.list.query({ projectId })) {
    await api.imports.drafts.discard.mutate({ projectId, id });
  }
}

async function take(page: Page, { path, at, before, act }: Scene): Promise<void> {
  page.setDefaultTimeout(10_000);
  await before?.(page);
  const below = path === "/" ? "" : path;
  const address = { root: path, other: `/p/${other?.id}${below}`, project: app.at(below) };
  await page.goto(app.adminUrl + address[at ?? "project"]);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
  await act?.(page);
  await page.waitForLoadState("networkidle");
  await animationsEnd(page);
}

function nameOf({ name, path }: Scene): string {
  return name ?? (path.replaceAll(/\W+/g, "-").replaceAll(/^-|-$/g, "") || "home");
}
