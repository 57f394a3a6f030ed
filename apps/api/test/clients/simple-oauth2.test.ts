import { ClientCredentials } from "simple-oauth2";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sharedApp, type TestApp } from "../support/app.ts";

// The client never sees which database answers.
describe("simple-oauth2", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp("sqlite");
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const clientOf = (id: string, secret: string) =>
    new ClientCredentials({
      client: { id, secret },
      auth: { tokenHost: app.url, tokenPath: "/oauth2/token", revokePath: "/oauth2/revoke" },
      options: { authorizationMethod: "header" },
    });

  test("gets a token with Basic, uses it and revokes it", async () => {
    const { clientId, clientSecret } = await app.caller();
    const accessToken = await clientOf(clientId, clientSecret).getToken({
      scope: ["crm.contacts.read", "crm.deals.read"],
    });
    expect(accessToken.expired(60)).toBe(false);
    expect(accessToken.token).toMatchObject({
      token_type: "Bearer",
      scope: "crm.contacts.read crm.deals.read",
    });
    const token = String(accessToken.token.access_token);
    const read = () => app.call("GET", "/api/crm/objects/contacts/1", { token });
    expect((await read()).status).toBe(404);
    await accessToken.revoke("access_token");
    expect((await read()).status).toBe(401);
  });

  test("gets 401 with a wrong secret", async () => {
    const { clientId } = await app.caller();
    await expect(clientOf(clientId, "wrong").getToken({})).rejects.toMatchObject({
      output: { statusCode: 401 },
      data: { payload: { error: "invalid_client" } },
    });
  });
});
