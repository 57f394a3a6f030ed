import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Installation, startInstallation } from "./support/installation.ts";
import { publicApi } from "./support/public-api.ts";
import { make } from "./support/records.ts";

describe("a link to a merged record", () => {
  let app: Installation;
  beforeAll(async () => {
    app = await startInstallation();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it("leads to the record that it was merged into, with a note that can be closed", async () => {
    const primary = Number(
      await make(app, "contact", { firstname: "Ada", lastname: "Lovelace", phone: "+44 2" }),
    );
    const merged = Number(await make(app, "contact", { firstname: "A.", phone: "+44 1" }));
    const { merge } = await publicApi(app);
    expect((await merge("contacts", primary, [merged])).status).toBe(200);

    const page = await app.open(app.at(`/contacts/${merged}`));
    await page.getByRole("heading", { name: "Ada Lovelace" }).waitFor();
    const note = page.getByText(`Contact #${merged} was merged into this contact.`);
    await note.waitFor();
    expect(new URL(page.url()).pathname).toBe(app.at(`/contacts/${primary}`));
    await page.getByRole("button", { name: "Close" }).click();
    await note.waitFor({ state: "detached" });
    await page.reload();
    await page.getByRole("heading", { name: "Ada Lovelace" }).waitFor();
    expect(await note.count()).toBe(0);
    await page.getByText("merged contact A. into it").waitFor();
  });
});
