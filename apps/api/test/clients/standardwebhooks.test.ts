import { startReceiver, trustReceivers } from "@rapport/testing";
import { Webhook, WebhookVerificationError } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { sharedApp } from "../support/app.ts";
import { subscribe } from "../support/webhooks.ts";

// The client never sees which database answers.
describe("standardwebhooks", () => {
  test("verifies a delivery with either secret during a rotation", async () => {
    await trustReceivers();
    await using receiver = await startReceiver();
    await using app = await sharedApp("sqlite");
    const api = await app.workspace();
    const { path, secret } = await subscribe(api, receiver.url, ["webhook.test"]);
    await api.call("POST", `${path}/test`);
    const rotated = (await api.call("POST", `${path}/rotate-secret`)).body.data.signingSecret;
    await api.call("POST", `${path}/test`);
    const [first, second] = await receiver.waitFor(2);
    const { headers, body } = second!;
    for (const key of [secret, rotated]) {
      expect(new Webhook(key).verify(body, headers)).toMatchObject({ type: "webhook.test" });
    }
    expect(new Webhook(secret).verify(first!.body, first!.headers)).toBeTruthy();
    expect(() => new Webhook(rotated).verify(`${body} `, headers)).toThrow(
      WebhookVerificationError,
    );
  });
});
