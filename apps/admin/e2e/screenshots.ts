// Takes pictures of the admin app's pages: node apps/admin/e2e/screenshots.ts FOLDER [SCENE ...]
// A SCENE is the name of one of pictures/scenes.ts, or a path below a project of the demo, such as /contacts;
// without any, all of them are taken, each in light and dark, 1440 and 390 wide. With --empty the project has no
// records. --scheme and --width take one kind alone, --whole takes pages in their whole height.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openGallery } from "./pictures/gallery.ts";
import { nameOf, SCENES } from "./pictures/scenes.ts";

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
await using gallery = await openGallery({ isEmpty: values.empty });
const { app } = gallery;

for (const colorScheme of ["light", "dark"] as const) {
  if (!values.scheme.includes(colorScheme)) continue;
  for (const width of values.width.map(Number)) {
    const context = { colorScheme, viewport: { width, height: 900 } };
    const first = await app.open("/tenants", { context });
    await gallery.reset();
    for (const scene of wanted.length > 0 ? asked : scenes) {
      const name = `${nameOf(scene)}-${colorScheme}-${width}.png`;
      const page = scene.signedOut
        ? await app.openSignedOut("/sign-in", context)
        : await first.context().newPage();
      await gallery.show(page, scene).catch((error: unknown) => {
        console.error(`${name} is not as it should be: ${error}`);
        process.exitCode = 1;
      });
      await page.screenshot({ path: join(folder, name), fullPage: values.whole });
      await page.close();
      console.log(name);
    }
    await first.context().close();
  }
}
