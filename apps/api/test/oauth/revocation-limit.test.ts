import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { type Caller, startApp } from "../support/app.ts";

it("returns 429 to a client that revokes more than 10,000 tokens, and revokes those of others", async () => {
  await using app = await startApp({ dialect: "sqlite", settings: { rateLimit: 0 } });
  const [busy, other] = [await app.caller(), await app.caller()];
  const revoke = ({ clientId, clientSecret, token }: Caller) =>
    app.call("POST", "/oauth2/revoke", {
      body: `token=${token}`,
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`,
        "content-type": "application/x-www-form-urlencoded",
      },
    });
  const use = ({ token }: Caller) => app.call("GET", "/api/crm/objects/contacts/1", { token });

  const exp = Math.floor(Date.now() / 1_000) + 1_800;
  const { clientId } = busy;
  await Promise.all(
    Array.from({ length: 10_000 }, () =>
      app.deps.revocations.revoke({ jti: randomUUID(), exp, clientId }),
    ),
  );

  const refused = await revoke(busy);
  expect(refused.status).toBe(429);
  expect(refused.body).toMatchObject({ error: "temporarily_unavailable" });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await use(busy)).status).toBe(404);

  expect((await revoke(other)).status).toBe(200);
  expect((await use(other)).status).toBe(401);
});
