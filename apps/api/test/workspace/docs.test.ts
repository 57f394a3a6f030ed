import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startReceiver, trustReceivers } from "@rapport/testing";
import { expect, it } from "vitest";
import { sharedApp } from "../support/app.ts";

type Verify = (headers: Record<string, string>, body: string, secret: string) => unknown;

const PAGE = readFileSync(new URL("../../../../docs/webhooks.md", import.meta.url), "utf8");

it("the verification example of docs/webhooks.md accepts real deliveries and refuses changed ones", async () => {
  const verify = await exampleOf(PAGE);
  await trustReceivers();
  await using receiver = await startReceiver();
  await using app = await sharedApp("sqlite");
  const workspace = await app.workspace();
  const endpoint = await workspace.call("POST", "/webhooks/endpoints", {
    json: { url: receiver.url, events: ["contact.created"] },
  });
  const { signingSecret } = endpoint.body.data;
  const contact = await workspace.call("POST", "/contacts", { json: { email: "a@example.com" } });
  const [delivery] = await receiver.waitFor(1);
  if (delivery === undefined) throw new Error("nothing arrived");
  const { headers, body } = delivery;

  expect(verify(headers, body, signingSecret)).toMatchObject({
    type: "contact.created",
    data: contact.body.data,
  });
  expect(() => verify(headers, body.replace("a@", "b@"), signingSecret)).toThrow("not signed");
  const other = `whsec_${Buffer.alloc(32).toString("base64")}`;
  expect(() => verify(headers, body, other)).toThrow("not signed");
  expect(() => verify({ ...headers, "webhook-timestamp": "1" }, body, signingSecret)).toThrow(
    "too old",
  );
});

async function exampleOf(page: string): Promise<Verify> {
  const code = /```js verify\n([\s\S]*?)```/.exec(page)?.[1];
  if (code === undefined) throw new Error("the page has no example");
  const folder = mkdtempSync(join(tmpdir(), "rapport-docs-"));
  const file = join(folder, "verify.mjs");
  writeFileSync(file, code);
  try {
    return ((await import(/* @vite-ignore */ file)) as { verify: Verify }).verify;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
