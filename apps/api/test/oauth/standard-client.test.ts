import { rotateSigningKey } from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import * as oauth from "oauth4webapi";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";

describe.each(DIALECTS)("a standard OAuth client on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  beforeAll(async () => {
    app = await sharedApp(dialect);
    caller = await app.caller();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  // The issuer is the public address; the test reaches the same server at the port it was given.
  const reach = (url: string, init?: RequestInit) =>
    fetch(url.replace(app.deps.issuer, app.url), init);
  const insecure = {
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: (url: string, init: object) => reach(url, init as RequestInit),
  };
  const client = (): oauth.Client => ({ client_id: caller.clientId });
  const basic = (secret = caller.clientSecret) => oauth.ClientSecretBasic(secret);

  async function discover(algorithm: "oauth2" | "oidc" = "oauth2") {
    const issuer = new URL(app.deps.issuer);
    const response = await oauth.discoveryRequest(issuer, { algorithm, ...insecure });
    return oauth.processDiscoveryResponse(issuer, response);
  }
  async function grant(scope: string) {
    const as = await discover();
    const response = await oauth.clientCredentialsGrantRequest(
      as,
      client(),
      basic(),
      { scope },
      insecure,
    );
    return { as, token: await oauth.processClientCredentialsResponse(as, client(), response) };
  }
  function validate(as: oauth.AuthorizationServer, token: string) {
    const request = new Request(`${app.url}/api`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return oauth.validateJwtAccessToken(as, request, `${app.deps.issuer}/api`, insecure);
  }

  test("finds the same endpoints by both discovery documents", async () => {
    expect(await discover("oidc")).toEqual(await discover("oauth2"));
  });

  test("gets a token for 1800 seconds with the scope it asked for, and validates it", async () => {
    const { as, token } = await grant("crm.contacts.read crm.deals.write");
    expect(token).toMatchObject({
      token_type: "bearer",
      expires_in: 1800,
      scope: "crm.contacts.read crm.deals.write",
    });
    const claims = await validate(as, token.access_token);
    expect(claims).toMatchObject({
      iss: app.deps.issuer,
      sub: caller.clientId,
      client_id: caller.clientId,
      tenant: caller.tenantId,
      project: caller.projectId,
    });
    expect(claims.exp - claims.iat).toBe(1800);
  });

  test("validates tokens from before and after a rotation of the signing key", async () => {
    const before = await grant("crm.contacts.read");
    await rotateSigningKey(app.deps);
    await app.deps.signingKeys.refresh();
    const keys = (await app.call("GET", "/oauth2/jwks")).body.keys;
    expect(keys).toHaveLength(2);
    for (const key of keys) {
      expect(Object.keys(key).sort()).toEqual(["alg", "e", "kid", "kty", "n", "use"]);
    }
    expect(await validate(before.as, before.token.access_token)).toBeTruthy();
    const after = await grant("crm.contacts.read");
    const kid = (token: string) => JSON.parse(atob(token.split(".")[0] as string)).kid;
    expect(kid(after.token.access_token)).toBe(kid(before.token.access_token));
  });

  test("revokes a token, which is refused from then on", async () => {
    const { as, token } = await grant("crm.contacts.read");
    const use = () => app.call("GET", "/api/crm/objects/contacts/1", { token: token.access_token });
    expect((await use()).status).toBe(404);
    const response = await oauth.revocationRequest(
      as,
      client(),
      basic(),
      token.access_token,
      insecure,
    );
    await oauth.processRevocationResponse(response);
    const refused = await use();
    expect(refused.status).toBe(401);
    expect(refused.headers.get("www-authenticate")).toContain('error="invalid_token"');
  });

  test("introspects only its own tokens", async () => {
    const { as, token } = await grant("crm.contacts.read");
    const ask = async (text: string) => {
      const response = await oauth.introspectionRequest(as, client(), basic(), text, insecure);
      return oauth.processIntrospectionResponse(as, client(), response);
    };
    expect(await ask(token.access_token)).toMatchObject({
      active: true,
      scope: "crm.contacts.read",
      client_id: caller.clientId,
    });
    expect(await ask("nonsense")).toEqual({ active: false });
    expect(await ask((await app.caller()).token)).toEqual({ active: false });
  });

  test("reads the challenge of a wrong secret", async () => {
    const as = await discover();
    const response = await oauth.clientCredentialsGrantRequest(
      as,
      client(),
      basic("wrong"),
      { scope: "crm.contacts.read" },
      insecure,
    );
    const refused = await oauth
      .processClientCredentialsResponse(as, client(), response)
      .catch((error) => error);
    expect(refused).toBeInstanceOf(oauth.WWWAuthenticateChallengeError);
    expect(refused.cause[0]).toMatchObject({
      scheme: "basic",
      parameters: { error: "invalid_client" },
    });
  });
});
