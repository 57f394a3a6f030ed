import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DIALECTS, type Installation, install, type ServerHere } from "./support/installation.ts";
import { createContact, publishedKids, requestToken } from "./support/server.ts";

const SCOPE = "crm.contacts.write";
/** A change reaches every server within five seconds, but a busy test machine may need longer. */
const SOON = { timeout: 60_000, interval: 100 };

describe.each(DIALECTS)("commands beside a running server on %s", (dialect) => {
  let installation: Installation;
  let server: ServerHere;
  beforeAll(async () => {
    installation = await install(dialect);
    server = await installation.serveHere();
  });
  afterAll(() => installation[Symbol.asyncDispose]());

  const statusOf = async (clientId: string, secret: string) =>
    (await requestToken(server, clientId, secret, SCOPE)).status;

  it("client disable ends the client's tokens within 5 seconds, and it gets no new ones", async () => {
    const { clientId, clientSecret } = await installation.client(SCOPE);
    const { body } = await requestToken(server, clientId, clientSecret, SCOPE);
    const write = async (email: string) =>
      (await createContact(server, body.access_token, email)).status;
    expect(await write("before@example.com")).toBe(201);

    const answer = await installation.json("client", "disable", clientId);
    expect(answer).toEqual({ client_id: clientId, disabled: true });
    let attempt = 0;
    await Promise.all([
      expect.poll(() => statusOf(clientId, clientSecret), SOON).toBe(401),
      expect.poll(() => write(`after-${attempt++}@example.com`), SOON).toBe(401),
    ]);
    const refused = await requestToken(server, clientId, clientSecret, SCOPE);
    expect(refused.body).toMatchObject({ error: "invalid_client" });

    const enabled = await installation.json("client", "enable", clientId);
    expect(enabled).toEqual({ client_id: clientId, disabled: false });
    expect(await statusOf(clientId, clientSecret)).toBe(200);
  });

  it("client rotate-secret keeps the older secret valid next to the new one", async () => {
    const { clientId, clientSecret } = await installation.client(SCOPE);
    const rotated = await installation.json("client", "rotate-secret", clientId);
    expect(rotated).toEqual({
      client_id: clientId,
      client_secret: expect.stringMatching(/^rps\w+$/),
    });
    expect(rotated.client_secret).not.toBe(clientSecret);
    expect(await statusOf(clientId, clientSecret)).toBe(200);
    expect(await statusOf(clientId, rotated.client_secret)).toBe(200);
  });

  it("client rotate-secret refuses a third live secret, and both stay valid", async () => {
    const { clientId, clientSecret } = await installation.client(SCOPE);
    const second = await installation.json("client", "rotate-secret", clientId);
    const third = await installation.rapport(["client", "rotate-secret", clientId, "--json"]);
    expect(third).toMatchObject({ code: 1, stdout: "" });
    expect(third.stderr).toMatch(/^rapport: .*two live secrets.*\n$/);
    expect(await statusOf(clientId, clientSecret)).toBe(200);
    expect(await statusOf(clientId, second.client_secret)).toBe(200);
  });

  it("client rotate-secret --now leaves only the new secret valid", async () => {
    const { clientId, clientSecret } = await installation.client(SCOPE);
    const second = await installation.json("client", "rotate-secret", clientId);
    const { client_secret } = await installation.json("client", "rotate-secret", clientId, "--now");
    await expect.poll(() => statusOf(clientId, clientSecret), SOON).toBe(401);
    await expect.poll(() => statusOf(clientId, second.client_secret), SOON).toBe(401);
    expect(await statusOf(clientId, client_secret)).toBe(200);
  });

  it("keys rotate publishes the new key next to the one that still signs", async () => {
    const [current] = await publishedKids(server);
    const { clientId, clientSecret } = await installation.client(SCOPE);
    const rotated = await installation.json("keys", "rotate");
    expect(rotated).toEqual({
      kid: expect.stringMatching(/^[\w-]{43}$/),
      signs_from: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    await expect.poll(() => publishedKids(server), SOON).toContain(rotated.kid);
    expect(await publishedKids(server)).toContain(current);
    const { body } = await requestToken(server, clientId, clientSecret, SCOPE);
    const header = JSON.parse(atob(body.access_token.split(".")[0] as string));
    expect(header.kid).toBe(current);
    expect((await createContact(server, body.access_token, "ada@example.com")).status).toBe(201);
  });
});
