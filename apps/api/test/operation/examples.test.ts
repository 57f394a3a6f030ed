import { OBJECT_TYPES } from "@rapport/core";
import { startReceiver, trustReceivers } from "@rapport/testing";
import { expect, test } from "vitest";
import { startSyncing } from "../support/templates.ts";

const MOMENT = "2026-11-20T09:30:00.000Z";

// After a change of the API, `npm test -- operation/examples -u` notes the answers anew.
test("the examples in the documents are what the server answers", async () => {
  await trustReceivers();
  const template = { name: "order_update", language: "en_US", category: "UTILITY" };
  await using receiver = await startReceiver();
  await using syncing = await startSyncing("sqlite", [{ ...template, status: "APPROVED" }]);
  const { app } = syncing;
  const client = await syncing.tenant([{ ...template, status: "PENDING" }]);
  const key = (await app.workspace({ projectId: client.projectId })).key;
  const examples: Record<string, unknown> = {};

  /** Calls the operation of a document with the example of its body. */
  async function call(document: Document, id: string, params: Record<string, string> = {}) {
    const [path, method, operation] = operationOf(document, id);
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? name);
    const json = operation.requestBody?.content["application/json"].example;
    const answer = await app.call(method.toUpperCase(), filled, {
      token: document === documents.public ? client.token : key,
      ...(json === undefined ? {} : { json: withReceiver(json, receiver.url) }),
    });
    expect([id, answer.status, answer.body]).toEqual([id, successOf(operation), answer.body]);
    examples[id] = steady(answer.body, receiver.url);
    return answer.body.data;
  }

  const documents = {
    public: (await app.call("GET", "/openapi/public.json")).body as Document,
    workspace: (await app.call("GET", "/openapi/workspace.json")).body as Document,
  };
  for (const { plural, idParam } of Object.values(OBJECT_TYPES)) {
    const { id } = await call(documents.public, `public-${plural}-create`);
    const params = { [idParam]: String(id) };
    await call(documents.public, `public-${plural}-set`, params);
    await call(documents.public, `public-${plural}-read`, params);
    await call(documents.public, `public-${plural}-delete`, params);
  }
  await call(documents.public, "public-templates-list");
  await call(documents.public, "public-templates-syncStatus");

  const { id: endpointId } = await call(documents.workspace, "workspace-webhooks-endpoints-create");
  for (const [plural, idParam] of [
    ["contacts", "contactId"],
    ["deals", "dealId"],
  ] as const) {
    const { id } = await call(documents.workspace, `workspace-${plural}-create`);
    const params = { [idParam]: id };
    await call(documents.workspace, `workspace-${plural}-update`, params);
    await call(documents.workspace, `workspace-${plural}-read`, params);
    await call(documents.workspace, `workspace-${plural}-list`);
    await call(documents.workspace, `workspace-${plural}-delete`, params);
  }
  const endpoint = { endpointId };
  for (const verb of ["list", "read", "update", "rotateSecret", "test"]) {
    await call(documents.workspace, `workspace-webhooks-endpoints-${verb}`, endpoint);
  }
  await receiver.waitFor(1);
  const path = `/v1/webhooks/endpoints/${endpointId}/deliveries?status=delivered`;
  const delivered = async () => {
    const answer = await app.call("GET", path, { token: key });
    const isOne = (delivery: { event: string }) => delivery.event === "deal.created";
    return { ...answer.body, data: answer.body.data.filter(isOne) };
  };
  await expect.poll(async () => (await delivered()).data.length).toBe(1);
  examples["workspace-webhooks-deliveries-list"] = steady(await delivered(), receiver.url);
  const [{ id: deliveryId }] = (await delivered()).data;
  await call(documents.workspace, "workspace-webhooks-deliveries-replay", {
    endpointId,
    deliveryId,
  });
  await call(documents.workspace, "workspace-webhooks-deliveries-replayFailed", endpoint);
  await call(documents.workspace, "workspace-webhooks-endpoints-delete", endpoint);

  const ids = Object.values(documents).flatMap((document) =>
    Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    ),
  );
  expect(Object.keys(examples).sort()).toEqual(ids.sort());
  await expect(`${JSON.stringify(examples, null, 2)}\n`).toMatchFileSnapshot(
    "../../src/rest/answer-examples.json",
  );
});

interface Operation {
  operationId: string;
  requestBody?: { content: { "application/json": { example?: unknown } } };
  responses: Record<string, unknown>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
}

function operationOf(document: Document, id: string): readonly [string, string, Operation] {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation.operationId === id) return [path, method, operation];
    }
  }
  throw new Error(`there is no operation ${id}`);
}

function successOf(operation: Operation): number {
  return Number(Object.keys(operation.responses).find((status) => status.startsWith("2")));
}

/** The examples' address is not ours to send to. */
function withReceiver(json: unknown, url: string): unknown {
  return JSON.parse(JSON.stringify(json).replace("https://example.com/hooks", url));
}

/** The same at every run: moments, secrets, random ids and the receiver's port are made one. */
function steady(body: unknown, receiverUrl: string): unknown {
  const text = JSON.stringify(body)
    .replaceAll(receiverUrl, "https://example.com/hooks")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, MOMENT)
    .replaceAll(/whsec_[A-Za-z0-9+/=]+/g, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw0a1b2c3d4e5=")
    .replaceAll(/msg_[A-Za-z0-9-]+/g, "msg_2Lh9KRb0pzN4LePd3XiA4v12Axj")
    .replaceAll(/"durationMs":\d+/g, '"durationMs":48')
    .replaceAll(/"id":"(\d+)","messageId"/g, '"id":"1","messageId"');
  return JSON.parse(text);
}
