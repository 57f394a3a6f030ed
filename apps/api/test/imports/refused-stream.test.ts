import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sharedApp, type TestApp } from "../support/app.ts";
import { importFile, refusedOf } from "../support/imports.ts";

// How a response is sent does not depend on the database, from which imports read the rows on both.
describe("many refused rows of an import", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp("sqlite");
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it("arrive whole, and leave no listeners behind on the response", async () => {
    const warnings: string[] = [];
    const note = ({ name }: Error) => void warnings.push(name);
    process.on("warning", note);
    const { token } = await app.caller();
    const row = `wrong,${"n".repeat(900_000)}\n`;
    const { id, refused } = await importFile(
      app,
      token,
      {},
      { body: `email,notes\n${row.repeat(20)}` },
    );
    expect(refused).toBe(20);
    const text = await refusedOf(app, token, id);
    expect(text.match(/^wrong,n{900000},/gm)).toHaveLength(20);
    process.off("warning", note);
    expect(warnings).toEqual([]);
  });

  it("can be downloaded 10 times at once with one credential", async () => {
    const { token } = await app.caller();
    const row = `wrong,${"n".repeat(900_000)}\n`;
    const { id } = await importFile(app, token, {}, { body: `email,notes\n${row.repeat(12)}` });
    const open = () =>
      fetch(`${app.url}/api/crm/imports/${id}/refused`, {
        headers: { authorization: `Bearer ${token}` },
      });
    const answers = await Promise.all(Array.from({ length: 10 }, open));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const refused = await open();
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("5");
    for (const { body } of answers) await body?.cancel();
    await expect.poll(async () => (await open()).status).toBe(200);
  });
});
