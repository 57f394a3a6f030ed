import { startFaultProxy } from "@rapport/testing";
import * as oidc from "openid-client";
import { describe, expect, test } from "vitest";
import { startApp } from "../support/app.ts";

// The client never sees which database answers.
describe("openid-client", () => {
  const dialect = "sqlite";
  test.each(["oauth2", "oidc"] as const)(
    "discovers by %s, gets a token and uses it",
    async (algorithm) => {
      await using proxy = await startFaultProxy();
      await using app = await startApp({ dialect, publicUrl: proxy.url });
      proxy.forwardTo(app.url);
      const { clientId, clientSecret } = await app.caller();

      const config = await oidc.discovery(
        new URL(proxy.url),
        clientId,
        undefined,
        oidc.ClientSecretBasic(clientSecret),
        { algorithm, execute: [oidc.allowInsecureRequests] },
      );
      const scope = "crm.contacts.read crm.contacts.write";
      const token = await oidc.clientCredentialsGrant(config, { scope });
      expect(token).toMatchObject({ token_type: "bearer", scope });
      expect(token.expiresIn()).toBeGreaterThan(1700);

      const made = await oidc.fetchProtectedResource(
        config,
        token.access_token,
        new URL(`${proxy.url}/api/objects/contacts`),
        "POST",
        JSON.stringify({ properties: [{ internal_name: "email", value: "ada@example.com" }] }),
        new Headers({ "content-type": "application/json" }),
      );
      expect(made.status).toBe(201);

      expect(await oidc.tokenIntrospection(config, token.access_token)).toMatchObject({
        active: true,
        scope,
      });
      await oidc.tokenRevocation(config, token.access_token);
      expect(await oidc.tokenIntrospection(config, token.access_token)).toEqual({ active: false });
    },
  );

  test("gets invalid_scope for a scope that the client may not have", async () => {
    await using proxy = await startFaultProxy();
    await using app = await startApp({ dialect, publicUrl: proxy.url });
    proxy.forwardTo(app.url);
    const { clientId, clientSecret } = await app.caller({ scope: "crm.contacts.read" });
    const config = await oidc.discovery(
      new URL(proxy.url),
      clientId,
      undefined,
      oidc.ClientSecretBasic(clientSecret),
      { algorithm: "oauth2", execute: [oidc.allowInsecureRequests] },
    );
    await expect(
      oidc.clientCredentialsGrant(config, { scope: "crm.contacts.write" }),
    ).rejects.toMatchObject({ error: "invalid_scope", status: 400 });
  });
});
