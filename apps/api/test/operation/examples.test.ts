import { builtInType, OBJECT_TYPES, saveProperty } from "@rapport/core";
import { startReceiver, trustReceivers } from "@rapport/testing";
import { expect, test, vi } from "vitest";
import { errorExampleOperation } from "../../src/openapi/document.ts";
import { inlined } from "../support/openapi.ts";
import { startSyncing } from "../support/templates.ts";

const MOMENT = "2026-11-20T09:30:00.000Z";
const HOOKS = "https://example.com/hooks";
const TEMPLATE = { name: "order_update", language: "en_US", category: "UTILITY" };

// Thousands of requests take most of a minute, and longer on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

// After a change of the API, `npm test -- operation/examples -u` records the responses again.
test("the examples in the documents are real responses of the server", async () => {
  await trustReceivers();
  await using receiver = await startReceiver();
  await using syncing = await startSyncing("sqlite", [{ ...TEMPLATE, status: "APPROVED" }]);
  const { app, platform } = syncing;
  const client = await syncing.tenant([{ ...TEMPLATE, status: "PENDING" }]);
  const key = (await app.workspace({ projectId: client.projectId })).key;
  const examples: Record<string, Record<string, unknown>> = {};
  const noted: Record<string, Set<string>> = {};
  const documents = {
    public: inlined((await app.call("GET", "/openapi/public.json")).body as Document),
    workspace: inlined((await app.call("GET", "/openapi/workspace.json")).body as Document),
  };

  /** Calls an operation, by default with the example of its body. */
  async function answerTo(id: string, request: Request = {}) {
    const surface = id.startsWith("public") ? "public" : "workspace";
    const [path, method, operation] = operationOf(documents[surface], id);
    const { params = {}, query = "", token = surface === "public" ? client.token : key } = request;
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? UNKNOWN_ID);
    const json = request.json ?? operation.requestBody?.content["application/json"]?.example;
    const answer = await app.call(method.toUpperCase(), `${filled}${query}`, {
      token: token ?? undefined,
      headers: request.headers ?? {},
      ...(request.body !== undefined
        ? { body: request.body }
        : json !== undefined && { json: withReceiver(json, receiver.url) }),
    });
    return { ...answer, operation };
  }

  function note(id: string, status: number, body: unknown): void {
    noted[id] = (noted[id] ?? new Set()).add(String(status));
    // The errors of contacts are the examples of all types.
    if (status >= 400 && errorExampleOperation(id) !== id) return;
    examples[id] = { ...examples[id], [status]: steady(body, receiver.url) };
  }

  async function call(id: string, params: Record<string, string> = {}) {
    const { status, body, operation } = await answerTo(id, { params });
    expect([id, status, body]).toEqual([id, successOf(operation), body]);
    note(id, status, body);
    return body.data;
  }

  async function refuse(id: string, status: number, request?: Request): Promise<void> {
    const answer = await answerTo(id, request);
    expect([id, answer.status, answer.body]).toEqual([id, status, answer.body]);
    note(id, status, answer.body);
  }

  for (const [type, { plural, idParam, createFields }] of Object.entries(OBJECT_TYPES)) {
    const { id } = await call(`public-${plural}-create`);
    const params = { [idParam]: String(id) };
    await call(`public-${plural}-set`, params);
    await call(`public-${plural}-read`, params);
    await call(`public-${plural}-list`);
    await refuse(`public-${plural}-list`, 400, { query: "?limit=0" });
    await refuse(`public-${plural}-list`, 410, { query: "?updatedSince=2020-01-01T00:00:00Z" });
    const whole = await call(`public-${plural}-createWhole`);
    await answerTo(`public-${plural}-delete`, { params: { [idParam]: String(whole.id) } });
    await call(`public-${plural}-history`, params);
    await call(`public-${plural}-export`, params);
    await refuse(`public-${plural}-export`, 400, { params: { [idParam]: "first" } });
    await refuse(`public-${plural}-export`, 404);
    await refuse(`public-${plural}-history`, 400, { params, query: "?limit=0" });
    const other = type === "company" ? "contacts" : "companies";
    const toOther = { ...params, toPlural: other };
    await call(`public-${plural}-associations`, toOther);
    const toPlanets = { ...params, toPlural: "planets" };
    await refuse(`public-${plural}-associations`, 400, { params: toPlanets });
    const named =
      type === "company"
        ? { internal_name: "phone", value: "+44 20 7946 0000" }
        : { internal_name: "name", value: "Partner" };
    const partner = await answerTo(`public-${other}-create`, { json: { properties: [named] } });
    const pair = { ...toOther, toId: String(partner.body.data.id) };
    for (const verb of ["associate", "dissociate"]) {
      await call(`public-${plural}-${verb}`, pair);
      await refuse(`public-${plural}-${verb}`, 400, { params: { ...pair, toPlural: "planets" } });
      await refuse(`public-${plural}-${verb}`, 404, { params: { ...pair, toId: "999999" } });
    }
    await app.call("DELETE", `/api/crm/objects/${other}/${pair.toId}`, { token: client.token });
    await call(`public-${plural}-search`);
    const misspelt = [{ internal_name: `${createFields[0]}s`, value: "Ada" }] as const;
    await refuse(`public-${plural}-create`, 400, { json: { properties: misspelt } });
    const byName = { [misspelt[0].internal_name]: "Ada" };
    await refuse(`public-${plural}-createWhole`, 400, { json: { properties: byName } });
    await refuse(`public-${plural}-set`, 400, { params, json: misspelt[0] });
    await refuse(`public-${plural}-read`, 400, {
      params,
      query: `?properties=${createFields[0]}s`,
    });
    await refuse(`public-${plural}-search`, 400, { json: { sorts: [{ internal_name: "naem" }] } });
    await refuse(`public-${plural}-delete`, 400, { params: { [idParam]: "first" } });

    const name = UNIQUE[type] ?? builtInType(type).examples.key;
    await saveProperty(app.deps, client.projectId, type, { name, unique: true });
    await refuse(`public-${plural}-create`, 409);
    await refuse(`public-${plural}-createWhole`, 409);
    const value = (await answerTo(`public-${plural}-read`, { params })).body.data.properties[name];
    const needed = type === "note" ? [{ internal_name: "body", value: "Called" }] : [];
    const properties = [{ internal_name: name, value: `other-${value}` }, ...needed];
    const second = await answerTo(`public-${plural}-create`, { json: { properties } });
    const json = { internal_name: name, value };
    const others = { [idParam]: String(second.body.data.id) };
    await refuse(`public-${plural}-set`, 409, { params: others, json });
    await answerTo(`public-${plural}-delete`, { params: others });

    const property = { internal_name: name === "domain" ? "name" : name };
    const key = (await answerTo(`public-${plural}-read`, { params })).body.data.properties;
    const query = `?value=${encodeURIComponent(key[property.internal_name])}`;
    const found = await answerTo(`public-${plural}-byKey`, { params: property, query });
    note(`public-${plural}-byKey`, 200, found.body);
    await refuse(`public-${plural}-byKey`, 400, { params: property });
    const nobody = { params: property, query: "?value=nobody%40example.com" };
    await refuse(`public-${plural}-byKey`, 404, nobody);
    await saveProperty(app.deps, client.projectId, type, { name, unique: false });
    const twin = await answerTo(`public-${plural}-create`);
    await refuse(`public-${plural}-byKey`, 409, { params: property, query });
    const { internal_name: idProperty } = property;
    const inputs = [{ value: key[idProperty] }];
    const json409 = { idProperty, inputs, atomic: true };
    await refuse(`public-${plural}-batch-read`, 409, { json: json409 });
    const twins = { [idParam]: String(twin.body.data.id) };
    await answerTo(`public-${plural}-delete`, { params: twins });
    await saveProperty(app.deps, client.projectId, type, { name, unique: true });

    const stale = { params, headers: { "if-match": `"${id}.1"` } };
    for (const verb of ["set", "delete"]) await refuse(`public-${plural}-${verb}`, 412, stale);
    await saveProperty(app.deps, client.projectId, type, { name, unique: false });
    const made = [
      (await answerTo(`public-${plural}-create`)).body.data.id,
      (await answerTo(`public-${plural}-create`)).body.data.id,
    ];
    const [into, from] = made;
    const merge = { primaryId: into, mergeIds: [from] };
    const merged = await answerTo(`public-${plural}-merge`, { json: merge });
    note(`public-${plural}-merge`, 200, merged.body);
    await refuse(`public-${plural}-merge`, 400, { json: { ...merge, mergeIds: [into] } });
    await refuse(`public-${plural}-merge`, 404, { json: { ...merge, mergeIds: [999_999] } });
    await refuse(`public-${plural}-merge`, 409, { json: merge });
    await refuse(`public-${plural}-delete`, 409, { params: { [idParam]: String(from) } });
    const third = await answerTo(`public-${other}-create`, { json: { properties: [named] } });
    const ofMerged = { ...toOther, [idParam]: String(from), toId: String(third.body.data.id) };
    await refuse(`public-${plural}-associate`, 409, { params: ofMerged });
    await app.call("DELETE", `/api/crm/objects/${other}/${ofMerged.toId}`, { token: client.token });
    const primary = { [idParam]: String(into) };
    const undo = { params: primary, json: { mergeId: from } };
    const undone = await answerTo(`public-${plural}-unmerge`, undo);
    note(`public-${plural}-unmerge`, 200, undone.body);
    await refuse(`public-${plural}-unmerge`, 400, { params: primary, json: {} });
    await refuse(`public-${plural}-unmerge`, 404, { params: { [idParam]: "999999" } });
    await refuse(`public-${plural}-unmerge`, 409, undo);
    for (const id of made) {
      await answerTo(`public-${plural}-delete`, { params: { [idParam]: String(id) } });
    }
    await saveProperty(app.deps, client.projectId, type, { name, unique: true });

    await call(`public-${plural}-delete`, params);
    await call(`public-${plural}-restore`, params);
    await refuse(`public-${plural}-restore`, 400, { params: { [idParam]: "first" } });
    await answerTo(`public-${plural}-delete`, { params });
    const holder = await answerTo(`public-${plural}-create`);
    await refuse(`public-${plural}-restore`, 409, { params });
    await answerTo(`public-${plural}-delete`, {
      params: { [idParam]: String(holder.body.data.id) },
    });
    await recordBatches(plural);
    await recordUpserts(type);
    for (const verb of ["read", "set", "delete", "history", "restore"]) {
      await refuse(`public-${plural}-${verb}`, 404);
    }
    await refuse(`public-${plural}-associations`, 404, { params: { toPlural: other } });

    await refuse(`public-${plural}-erase`, 400, { params: { [idParam]: "first" } });
    await refuse(`public-${plural}-erase`, 404);
    const running = `${client.projectId}:${client.clientId}\nerase`;
    app.deps.runningKeys.set(running, null);
    await refuse(`public-${plural}-erase`, 409, {
      params,
      headers: { "idempotency-key": "erase" },
    });
    app.deps.runningKeys.delete(running);
    await call(`public-${plural}-erase`, params);
    for (const verb of ["read", "set", "delete", "history", "export", "erase"]) {
      await refuse(`public-${plural}-${verb}`, 410, { params });
    }
    await refuse(`public-${plural}-associations`, 410, { params: toOther });
    const live = await answerTo(`public-${other}-create`, { json: { properties: [named] } });
    const withLive = { ...toOther, toId: String(live.body.data.id) };
    for (const verb of ["associate", "dissociate"]) {
      await refuse(`public-${plural}-${verb}`, 410, { params: withLive });
    }
    await app.call("DELETE", `/api/crm/objects/${other}/${withLive.toId}`, { token: client.token });
  }

  const ask = (scope: string, secret = client.clientSecret) =>
    app.call("POST", "/oauth2/token", {
      body: new URLSearchParams({ grant_type: "client_credentials", scope }).toString(),
      headers: {
        authorization: `Basic ${btoa(`${client.clientId}:${secret}`)}`,
        "content-type": "application/x-www-form-urlencoded",
      },
    });
  note("oauth2-token", 200, (await ask("crm.contacts.read")).body);
  note("oauth2-token", 400, (await ask("crm.contacts.raed")).body);
  note("oauth2-token", 401, (await ask("crm.contacts.read", "wrong")).body);

  for (const id of ["public-properties", "public-pipelines"]) {
    const params = { plural: "tickets", internal_name: "priority", key: "default" };
    for (const verb of ["list", "read"]) {
      await call(`${id}-${verb}`, params);
      await refuse(`${id}-${verb}`, 400, { params, query: "?limit=0" });
      await refuse(`${id}-${verb}`, 404, { params: { ...params, plural: "tickte" } });
    }
  }

  expect(await call("public-types-create")).toMatchObject({ plural: "listings" });
  await refuse("public-types-create", 400, { json: { name: "Listing", plural: "contacts" } });
  const ofListings = { plural: "listings" };
  for (const [verb, params] of [
    ["list", {}],
    ["read", ofListings],
  ] as const) {
    await call(`public-types-${verb}`, params);
    await refuse(`public-types-${verb}`, 400, { params, query: "?limit=0" });
  }
  await call("public-types-update", ofListings);
  await refuse("public-types-update", 400, { params: ofListings, json: { label: "" } });
  await refuse("public-types-delete", 400, { params: { plural: "deals" } });
  const home = await app.call("POST", "/api/objects/listings", {
    token: client.token,
    json: { properties: { street: "1 Main Street" } },
  });
  await refuse("public-types-delete", 409, { params: ofListings });
  await app.call("DELETE", `/api/crm/objects/listings/${home.body.data.id}`, {
    token: client.token,
  });
  await call("public-types-delete", ofListings);
  await refuse("public-types-create", 409);
  for (const verb of ["read", "update", "delete"]) {
    await refuse(`public-types-${verb}`, 404, { params: ofListings });
  }

  const inDeals = { plural: "deals" };
  const contract = { ...inDeals, internal_name: "contract_number" };
  await call("public-properties-create", inDeals);
  await refuse("public-properties-create", 409, { params: inDeals });
  await refuse("public-properties-create", 400, { params: inDeals, json: { label: "" } });
  await call("public-properties-update", contract);
  await refuse("public-properties-update", 400, { params: contract, json: { closed: true } });
  const shared = { internal_name: "lost_reason", value: "Price" };
  const using: number[] = [];
  for (const name of ["Engine No. 3", "Engine No. 4"]) {
    const json = { properties: [{ internal_name: "name", value: name }, shared] };
    using.push((await answerTo("public-deals-create", { json })).body.data.id);
  }
  const reason = { ...inDeals, internal_name: "lost_reason" };
  await refuse("public-properties-update", 409, { params: reason, json: { unique: true } });
  await refuse("public-properties-delete", 400, { params: reason });
  await answerTo("public-properties-create", {
    params: inDeals,
    json: { internal_name: "in_use", label: "In use" },
  });
  const properties = [
    { internal_name: "name", value: "Engine No. 5" },
    { internal_name: "in_use", value: "yes" },
  ];
  using.push((await answerTo("public-deals-create", { json: { properties } })).body.data.id);
  const inUse = { ...inDeals, internal_name: "in_use" };
  await refuse("public-properties-delete", 409, { params: inUse });
  await call("public-properties-delete", contract);

  const inTickets = { plural: "tickets", key: "renewals", stage: "refused" };
  const { key: made } = await call("public-pipelines-create", inTickets);
  expect(made).toBe(inTickets.key);
  await refuse("public-pipelines-create", 400, { params: inTickets });
  for (let n = 0; n < 48; n++) {
    await answerTo("public-pipelines-create", { params: inTickets, json: { label: `More ${n}` } });
  }
  await refuse("public-pipelines-create", 409, {
    params: inTickets,
    json: { label: "One too many" },
  });
  for (let n = 0; n < 48; n++) {
    await answerTo("public-pipelines-delete", { params: { ...inTickets, key: `more_${n}` } });
  }
  await call("public-pipelines-order", inTickets);
  await refuse("public-pipelines-order", 400, { params: inTickets, json: { order: ["default"] } });
  await call("public-pipelines-update", inTickets);
  await refuse("public-pipelines-update", 400, { params: inTickets, json: { label: "Default" } });
  await call("public-pipelines-stages-create", inTickets);
  await refuse("public-pipelines-stages-create", 400, { params: inTickets });
  await call("public-pipelines-stages-order", inTickets);
  const order = { order: ["due"] };
  await refuse("public-pipelines-stages-order", 400, { params: inTickets, json: order });
  await call("public-pipelines-stages-update", inTickets);
  const taken = { label: "Due" };
  await refuse("public-pipelines-stages-update", 400, { params: inTickets, json: taken });
  const stages = Array.from({ length: 100 }, (_, n) => ({ label: `Stage ${n}` }));
  const full = { ...inTickets, key: "full" };
  await answerTo("public-pipelines-create", { params: inTickets, json: { label: "Full", stages } });
  await refuse("public-pipelines-stages-create", 409, { params: full });
  await call("public-pipelines-stages-delete", inTickets);
  const won = { plural: "deals", key: "default", stage: "new" };
  await refuse("public-pipelines-stages-delete", 409, { params: won });
  await refuse("public-pipelines-delete", 409, { params: won });
  for (const id of using) {
    await answerTo("public-deals-delete", { params: { dealId: String(id) } });
  }
  await call("public-pipelines-delete", inTickets);
  for (const verb of ["update", "delete", "stages-create", "stages-order", "stages-delete"]) {
    await refuse(`public-pipelines-${verb}`, 404, { params: inTickets });
  }
  await refuse("public-pipelines-stages-update", 404, { params: inTickets });
  const pair = { plural: "contacts", toPlural: "companies", key: "decision_maker" };
  const label = (verb: string) => `public-associationLabels-${verb}`;
  await call(label("create"), pair);
  await refuse(label("create"), 409, { params: pair });
  await refuse(label("create"), 400, { params: pair, json: { key: "Boss", label: "Boss" } });
  for (const verb of ["list", "read"]) {
    await call(label(verb), pair);
    await refuse(label(verb), 400, { params: pair, query: "?limit=0" });
  }
  await call(label("update"), pair);
  await refuse(label("update"), 400, { params: pair, json: { maxPerTarget: 0 } });
  const people: string[] = [];
  const decides = { to: { object: "company", id: "" }, type: pair.key };
  const firm = { properties: [{ internal_name: "name", value: "Difference Engines" }] };
  decides.to.id = String((await answerTo("public-companies-create", { json: firm })).body.data.id);
  for (const email of ["ada@engines.example", "mary@engines.example"]) {
    const properties = [{ internal_name: "email", value: email }];
    const json = { properties, associations: [decides] };
    people.push(String((await answerTo("public-contacts-create", { json })).body.data.id));
  }
  await refuse(label("update"), 409, { params: pair, json: { maxPerTarget: 1 } });
  await refuse(label("delete"), 409, { params: pair });
  await refuse(label("delete"), 400, { params: pair, query: "?limit=0" });
  for (const id of people) {
    const params = { contactId: id, toPlural: "companies", toId: decides.to.id };
    await answerTo("public-contacts-dissociate", { params });
    await answerTo("public-contacts-delete", { params: { contactId: id } });
  }
  await answerTo("public-companies-delete", { params: { companyId: decides.to.id } });
  await call(label("delete"), pair);
  for (const verb of ["read", "update", "delete"]) await refuse(label(verb), 404, { params: pair });
  for (const verb of ["list", "create"]) {
    await refuse(label(verb), 404, { params: { ...pair, toPlural: "planets" } });
  }

  const nowhere = { plural: "planets" };
  for (const part of ["properties", "pipelines"]) {
    await refuse(`public-${part}-create`, 404, { params: nowhere });
  }
  await refuse("public-pipelines-order", 404, { params: nowhere });
  for (const verb of ["update", "delete"]) {
    await refuse(`public-properties-${verb}`, 404, { params: contract });
  }
  const withoutPipelines = { ...inTickets, plural: "contacts" };
  for (const verb of ["delete", "stages-delete"]) {
    await refuse(`public-pipelines-${verb}`, 400, { params: withoutPipelines });
  }

  const changed = () => answerTo("public-events-list", { query: "?types=contact.updated&limit=1" });
  await expect.poll(async () => (await changed()).body.data.results.length).toBe(1);
  note("public-events-list", 200, (await changed()).body);
  for (const id of ["public-events-list", "public-events-stream"]) {
    await refuse(id, 400, { query: "?types=contact.renamed" });
  }
  const { nextCursor } = (await answerTo("public-events-list", { query: "?from=now" })).body.data;
  await app.deps.db.kysely.updateTable("feed_epoch").set({ epoch: null }).execute();
  for (const id of ["public-events-list", "public-events-stream"]) {
    await refuse(id, 410, { query: `?cursor=${nextCursor}` });
  }

  const { id: importId } = await call("public-imports-create");
  const waiting = { importId: String(importId) };
  const unknown = { mode: "upsert", object: "contact", idProperty: "emial" };
  await refuse("public-imports-create", 400, { json: unknown });
  for (let n = 0; n < 4; n++) await answerTo("public-imports-create");
  await refuse("public-imports-create", 409);
  await call("public-imports-list");
  await refuse("public-imports-list", 400, { query: "?limit=0" });
  for (const verb of ["read", "cancel", "undo", "refused"]) {
    await refuse(`public-imports-${verb}`, 404);
  }
  for (const verb of ["read", "cancel", "undo"]) {
    await refuse(`public-imports-${verb}`, 400, { params: { importId: "first" } });
  }
  await refuse("public-imports-refused", 400, { params: waiting, query: "?limit=1" });
  await call("public-imports-read", waiting);
  await refuse("public-imports-undo", 409, { params: waiting });
  const upload = (id: string, body: string) =>
    app.call("PUT", `/api/crm/imports/${id}/data`, { token: client.token, body });
  note("public-imports-data", 400, (await upload(waiting.importId, "email,email\n")).body);
  note("public-imports-data", 404, (await upload("999999", "")).body);
  const header = "E-mail,Notes,Company,firstname\n";
  note("public-imports-data", 200, (await upload(waiting.importId, header)).body);
  note("public-imports-data", 409, (await upload(waiting.importId, header)).body);
  const ended = () => answerTo("public-imports-read", { params: waiting });
  await expect.poll(async () => (await ended()).body.data.state).toBe("done");
  note("public-imports-read", 200, (await ended()).body);
  await refuse("public-imports-cancel", 409, { params: waiting });
  await call("public-imports-undo", waiting);
  const erased = await answerTo("public-contacts-create");
  await answerTo("public-contacts-erase", { params: { contactId: String(erased.body.data.id) } });
  await refuse("public-imports-refused", 410, { params: waiting });
  await call("public-imports-cancel", { importId: String(importId + 1) });

  await recordExports();
  await refuse("public-templates-list", 400, { query: "?limit=0" });
  await call("public-templates-list");
  const { token } = await app.caller();
  await refuse("public-templates-syncStatus", 400, { token });
  platform.fail(1, { hang: true });
  const first = client.sync();
  await expect.poll(() => platform.requests.length).toBe(1);
  await refuse("public-templates-syncStatus", 409);
  platform.release();
  note("public-templates-syncStatus", 200, (await first).body);

  const { id: endpointId } = await call("workspace-webhooks-endpoints-create");
  for (const { plural, param, clash, fault } of [
    { plural: "contacts", param: "contactId", clash: "email", fault: { email: "ada" } },
    { plural: "companies", param: "companyId", clash: "domain", fault: { website: "no address" } },
    { plural: "deals", param: "dealId", clash: "name", fault: { currency: "pounds" } },
  ] as const) {
    const id = (verb: string) => `workspace-${plural}-${verb}`;
    const made = await call(id("create"));
    const params = { [param]: made.id };
    await call(id("update"), params);
    await call(id("read"), params);
    await call(id("list"));
    const example = operationOf(documents.workspace, id("create"))[2].requestBody?.content[
      "application/json"
    ].example as object;
    await refuse(id("create"), 400, { json: { ...example, ...fault } });
    await refuse(id("update"), 400, { params, json: fault });
    await refuse(id("list"), 400, { query: "?limit=0" });
    for (const verb of ["read", "delete"]) {
      await refuse(id(verb), 400, { params: { [param]: "first" } });
    }
    await refuse(id("create"), 409);
    const other = { ...example, [clash]: `other-${made[clash]}` };
    const { id: second } = (await answerTo(id("create"), { json: other })).body.data;
    const json = { [clash]: made[clash] };
    await refuse(id("update"), 409, { params: { [param]: second }, json });
    await answerTo(id("delete"), { params: { [param]: second } });
    await call(id("delete"), params);
    for (const verb of ["read", "update", "delete"]) await refuse(id(verb), 404);
    await answerTo(`public-${plural}-erase`, { params });
    for (const verb of ["read", "update", "delete"]) await refuse(id(verb), 410, { params });
  }
  const running = `${client.projectId}:upsert-1`;
  for (let i = 0; i < 2; i++) {
    const { status, body } = await answerTo("workspace-contacts-upsert");
    note("workspace-contacts-upsert", status, body);
  }
  app.deps.runningKeys.set(running, null);
  const headers = { "idempotency-key": "upsert-1" };
  await refuse("workspace-contacts-upsert", 409, { headers });
  app.deps.runningKeys.delete(running);
  await refuse("workspace-contacts-upsert", 400, { json: { email: "ada" } });

  const endpoint = { endpointId };
  for (const verb of ["list", "read", "update", "rotateSecret", "test"]) {
    await call(`workspace-webhooks-endpoints-${verb}`, endpoint);
  }
  await receiver.waitFor(1);
  const path = `/v1/webhooks/endpoints/${endpointId}/deliveries?status=delivered`;
  const delivered = async () => {
    const answer = await app.call("GET", path, { token: key });
    const isFirst = ({ event }: { event: string }, at: number, all: { event: string }[]) =>
      event === "deal.created" && all.findIndex((one) => one.event === event) === at;
    return { ...answer.body, data: answer.body.data.filter(isFirst) };
  };
  await expect.poll(async () => (await delivered()).data.length).toBe(1);
  note("workspace-webhooks-deliveries-list", 200, await delivered());
  const [{ id: deliveryId }] = (await delivered()).data;
  const delivery = { endpointId, deliveryId };
  await call("workspace-webhooks-deliveries-replay", delivery);
  await call("workspace-webhooks-deliveries-replayFailed", endpoint);

  await refuse("workspace-webhooks-deliveries-replay", 404, { params: endpoint });

  const isRunning = { headers: { "idempotency-key": "import-1" }, params: delivery };
  const imported = `${client.projectId}:import-1`;
  app.deps.runningKeys.set(imported, null);
  for (const verb of ["endpoints-create", "endpoints-rotateSecret"]) {
    await refuse(`workspace-webhooks-${verb}`, 409, isRunning);
  }
  app.deps.runningKeys.delete(imported);
  await answerTo("workspace-webhooks-endpoints-update", {
    params: endpoint,
    json: { enabled: false },
  });
  for (const verb of ["endpoints-test", "deliveries-replay", "deliveries-replayFailed"]) {
    await refuse(`workspace-webhooks-${verb}`, 409, { params: delivery });
  }

  const events = ["contact.made"];
  const hooks = { url: HOOKS, events };
  await refuse("workspace-webhooks-endpoints-create", 400, { json: hooks });
  await refuse("workspace-webhooks-endpoints-update", 400, { params: endpoint, json: { events } });
  await refuse("workspace-webhooks-endpoints-list", 400, { query: "?limit=500" });
  await refuse("workspace-webhooks-deliveries-list", 400, {
    params: endpoint,
    query: "?status=lost",
  });
  await refuse("workspace-webhooks-deliveries-replayFailed", 400, {
    params: endpoint,
    json: { since: "yesterday" },
  });
  for (const verb of ["endpoints-read", "endpoints-delete", "endpoints-rotateSecret"]) {
    await refuse(`workspace-webhooks-${verb}`, 400, { params: { endpointId: "first" } });
  }
  await refuse("workspace-webhooks-endpoints-test", 400, { params: { endpointId: "first" } });
  await refuse("workspace-webhooks-deliveries-replay", 400, {
    params: { ...endpoint, deliveryId: "first" },
  });
  await call("workspace-webhooks-endpoints-delete", endpoint);
  for (const verb of ["read", "update", "delete", "rotateSecret", "test"]) {
    await refuse(`workspace-webhooks-endpoints-${verb}`, 404);
  }
  for (const verb of ["list", "replayFailed"]) {
    await refuse(`workspace-webhooks-deliveries-${verb}`, 404);
  }

  const withoutScope = {
    public: (await app.caller({ scope: "crm.leads.delete" })).token,
    workspace: (await app.workspace({ scope: "deals:delete" })).key,
  };
  for (const document of Object.values(documents)) {
    for (const { operationId, responses } of operationsOf(document)) {
      const inJson = Object.keys(responses).filter(
        (status) => "application/json" in (responses[status]?.content ?? {}),
      );
      const own = inJson.filter(
        (status) =>
          !isErasedAnswer(responses[status]) &&
          // A document has no room for itself.
          (operationId !== "public-openapi" || !status.startsWith("2")) &&
          (operationId === "oauth2-token" ? /^2|^40[01]$/ : /^2|^40[049]$|^41[02]$/).test(status),
      );
      const found = [...(noted[operationId] ?? [])].sort();
      expect([operationId, ...found]).toEqual([operationId, ...own.sort()]);
      if (operationId !== "oauth2-token") await expectTheSameForAll(operationId, responses);
    }
  }
  await expect(`${JSON.stringify(examples, null, 2)}\n`).toMatchFileSnapshot(
    "../../src/openapi/answer-examples.json",
  );

  async function recordExports(): Promise<void> {
    const { id } = await call("public-exports-create");
    const params = { exportId: String(id) };
    const { kysely } = app.deps.db;
    const setJob = (changes: object) => kysely.updateTable("jobs").set(changes).execute();
    const file = "public-exports-file";
    const state = async () => (await answerTo("public-exports-read", { params })).body.data.state;
    await expect.poll(state, { timeout: 30_000 }).toBe("done");
    await call("public-exports-read", params);
    await call("public-exports-list");
    await refuse("public-exports-list", 400, { query: "?limit=0" });
    await refuse("public-openapi", 400, { query: "?limit=0" });
    await refuse("public-exports-create", 400, { json: { object: "contact", format: "xlsx" } });
    const withId = ["public-exports-read", "public-exports-cancel", "public-exports-delete", file];
    for (const one of withId) {
      await refuse(one, 400, { params: { exportId: "first" } });
      await refuse(one, 404);
    }
    const running = `${client.projectId}:${client.clientId}\nexport-1`;
    app.deps.runningKeys.set(running, null);
    const headers = { "idempotency-key": "export-1" };
    await refuse("public-exports-create", 409, { headers });
    app.deps.runningKeys.delete(running);
    await refuse("public-exports-cancel", 409, { params });
    await setJob({ state: "running", ended_at: null });
    await refuse("public-exports-delete", 409, { params });
    await call("public-exports-cancel", params);
    await refuse(file, 409, { params });
    await setJob({ state: "done", ended_at: new Date(0).toISOString() });
    await refuse(file, 410, { params });
    await call("public-exports-delete", params);
  }

  async function recordUpserts(type: string): Promise<void> {
    const { plural, idParam } = builtInType(type);
    const running = `${client.projectId}:${client.clientId}\nupsert-1`;
    const headers = { "idempotency-key": "upsert-1" };
    for (const verb of ["upsert", "batch-upsert"]) {
      const operation = `public-${plural}-${verb}`;
      for (let i = 0; i < 2; i++) {
        const { status, body } = await answerTo(operation);
        note(operation, status, body);
      }
      app.deps.runningKeys.set(running, null);
      await refuse(operation, 409, { headers });
      app.deps.runningKeys.delete(running);
    }
    await refuse(`public-${plural}-upsert`, 400, { json: { idProperty: "naem", properties: [] } });
    await refuse(`public-${plural}-batch-upsert`, 400, { json: { inputs: [] } });
    const { key: idProperty } = builtInType(type).examples;
    const json = { idProperty, inputs: [{ properties: [] }] };
    await refuse(`public-${plural}-batch-upsert`, 207, { json });
    const { body } = await answerTo(`public-${plural}-upsert`);
    const params = { [idParam]: String(body.data.record.id) };
    await answerTo(`public-${plural}-delete`, { params });
  }

  async function recordBatches(plural: string): Promise<void> {
    let [id, version] = [0, 1];
    const other = plural === "companies" ? "contacts" : "companies";
    const partner = await answerTo(`public-${other}-create`, {
      json: { properties: { [other === "contacts" ? "email" : "name"]: "p@example.com" } },
    });
    const to = { object: other, id: String(partner.body.data.id) };
    for (const verb of ["create", "read", "update", "associate", "dissociate", "delete"]) {
      const operation = `public-${plural}-batch-${verb}`;
      const { requestBody } = operationOf(documents.public, operation)[2];
      const example = requestBody?.content["application/json"].example;
      const { inputs } = example as { inputs: [object] };
      const input = {
        ...inputs[0],
        ...("id" in inputs[0] && { id }),
        ...("ifVersion" in inputs[0] && { ifVersion: version }),
        ...("to" in inputs[0] && { to, type: undefined }),
      };
      const atomic = true;
      if (verb === "update" || verb === "delete") {
        const stale = { ...input, ifVersion: 9 };
        await refuse(operation, 412, { json: { inputs: [stale], atomic } });
      }
      if (verb !== "create" && verb !== "read") {
        const running = `${client.projectId}:${client.clientId}\nbatch-1`;
        app.deps.runningKeys.set(running, null);
        const headers = { "idempotency-key": "batch-1" };
        await refuse(operation, 409, { json: { inputs: [input] }, headers });
        app.deps.runningKeys.delete(running);
      }
      const done = await answerTo(operation, { json: { inputs: [input] } });
      expect([verb, done.status, done.body]).toEqual([verb, 200, done.body]);
      note(operation, 200, done.body);
      ({ id, version } = done.body.data.results[0].record);
      if (verb === "create") await refuse(operation, 409, { json: { inputs: [input], atomic } });
      const missing = { ...input, ...(verb === "create" ? { properties: [] } : { id: 999_999 }) };
      if (verb !== "create") await refuse(operation, 404, { json: { inputs: [missing], atomic } });
      await refuse(operation, 207, { json: { inputs: [missing] } });
      await refuse(operation, 400, { json: { inputs: [] } });
    }
    const { idParam } = Object.values(OBJECT_TYPES).find((one) => one.plural === plural) ?? {};
    await answerTo(`public-${plural}-erase`, { params: { [idParam ?? ""]: String(id) } });
    for (const verb of ["read", "update", "associate", "dissociate", "delete"]) {
      const properties = verb === "update" ? { properties: [{ internal_name: "owner_id" }] } : {};
      const target = verb.endsWith("sociate") ? { to } : {};
      const json = { inputs: [{ id, ...properties, ...target }], atomic: true };
      await refuse(`public-${plural}-batch-${verb}`, 410, { json });
    }
    await app.call("DELETE", `/api/crm/objects/${other}/${to.id}`, { token: client.token });
  }

  /** Errors of the checks before the operation, which are the same for every operation. */
  async function expectTheSameForAll(id: string, responses: Operation["responses"]) {
    const without = withoutScope[id.startsWith("public") ? "public" : "workspace"];
    const faults: readonly [string, Request][] = [
      ["401", { token: null }],
      ["403", { token: without }],
      ["413", { body: id.includes("-batch-") ? TOO_LARGE_BATCH : TOO_LARGE, headers: IN_JSON }],
      ["415", { json: {}, headers: { "content-type": "text/plain; charset=latin1" } }],
    ];
    for (const [status, request] of faults) {
      const example = responses[status]?.content["application/json"].example;
      if (
        example === undefined ||
        // Its body is a file, which import-faults.test.ts checks.
        (id === "public-imports-data" && ["413", "415"].includes(status)) ||
        // Any scope of `crm.` is enough.
        (id === "public-openapi" && status === "403") ||
        /leads-((batch-)?delete|restore|merge|unmerge)|deals-delete/.test(id)
      )
        continue;
      const answer = await answerTo(id, request);
      const body = steady(answer.body, receiver.url);
      const isShared = errorExampleOperation(id) !== id;
      const ofContacts = JSON.stringify(body).replaceAll(TYPED_SCOPE, "crm.contacts.");
      const told = isShared ? JSON.parse(ofContacts) : body;
      expect([id, answer.status, told]).toEqual([id, Number(status), example]);
    }
  }
});

/** The example of a missing scope is that of contacts for all types. */
const TYPED_SCOPE = new RegExp(
  `crm\\.(${Object.values(OBJECT_TYPES)
    .map(({ plural }) => plural)
    .join("|")})\\.`,
  "g",
);

/** The example is the same for every operation that takes an `Idempotency-Key`. */
function isErasedAnswer(response: Operation["responses"][string] | undefined): boolean {
  const example = response?.content["application/json"].example as Refusal | undefined;
  return example?.code === "ERASED" && example.message.includes("Idempotency-Key");
}

interface Refusal {
  readonly code: string;
  readonly message: string;
}

const IN_JSON = { "content-type": "application/json" };
const TOO_LARGE = Buffer.alloc(1_100_000, "x");
const TOO_LARGE_BATCH = Buffer.alloc(8_400_000, "x");

/** The property that becomes unique for the example of a conflict, if it is not the name. */
const UNIQUE: Readonly<Record<string, string>> = {
  ...{ contact: "email", company: "domain", note: "owner_id" },
};

interface Request {
  readonly params?: Record<string, string>;
  readonly query?: string;
  readonly json?: unknown;
  /** The body as it is sent, instead of `json`. */
  readonly body?: Uint8Array<ArrayBuffer>;
  readonly headers?: Record<string, string>;
  /** Null for no credential; by default the caller's. */
  readonly token?: string | null;
}
interface Operation {
  operationId: string;
  requestBody?: { content: { "application/json": { example?: unknown } } };
  responses: Record<string, { content: { "application/json": { example?: unknown } } }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
}

function operationsOf(document: Document): readonly Operation[] {
  return Object.values(document.paths).flatMap((methods) => Object.values(methods));
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

/** Replaces the address in the examples, because the test must not send to it. */
function withReceiver(json: unknown, url: string): unknown {
  return JSON.parse(JSON.stringify(json).replace(HOOKS, url));
}

/** An id that no record gets. The examples show the id of the path parameters instead. */
const UNKNOWN_ID = "999999";

const MERGED_SENTENCE = " 42 was merged into 41. Use the id 41.";

/** Replaces what differs in each run: ids, times, secrets and the receiver's port. */
function steady(body: unknown, receiverUrl: string): unknown {
  const text = JSON.stringify(body)
    .replaceAll(receiverUrl, HOOKS)
    .replaceAll(
      /"(createdAt|updatedAt|deletedAt|erasedAt|createdDate|finishedAt|startedAt|endedAt|keptUntil|expiresAt|at|occurred_at|completed_at|timestamp)":"[^"]*"/g,
      `"$1":"${MOMENT}"`,
    )
    .replaceAll(/"nextCursor":"[^"]+"/g, '"nextCursor":"eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0"')
    .replaceAll(/"access_token":"[^"]*"/g, '"access_token":"eyJ0eXAiOiJhdCtqd3QifQ…"')
    .replaceAll(/whsec_[A-Za-z0-9+/=]+/g, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw0a1b2c3d4e5=")
    .replaceAll(/msg_[A-Za-z0-9-]+/g, "msg_2Lh9KRb0pzN4LePd3XiA4v12Axj")
    .replaceAll(/req_[0-9a-f-]+/g, "req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e")
    .replaceAll(/"(old|new)":"\d{4}-\d\d-\d\dT[^"]*"/g, `"$1":"${MOMENT}"`)
    // An erasure that comes before the attempt removes it.
    .replaceAll(/"response":(null|"")/g, '"response":""')
    .replaceAll(/"durationMs":\d+/g, '"durationMs":48')
    .replaceAll(UNKNOWN_ID, "42")
    // The id in the examples of path parameters.
    .replaceAll(/"id":\d+/g, '"id":42')
    .replaceAll(/"(id|recordId)":"\d+"/g, '"$1":"42"')
    .replaceAll(/\b([Ee]xport) \d+ /g, "$1 42 ")
    .replaceAll(/ with id \d+/g, " with id 42")
    .replaceAll(/ \d+ was merged into \d+\. Use the id \d+\./g, MERGED_SENTENCE)
    .replaceAll(/\(id \d+\)/g, "(id 41)")
    .replaceAll(/"conflictingId":"\d+"/g, '"conflictingId":"41"')
    .replaceAll(/"conflictingIds":\["\d+","\d+"\]/g, '"conflictingIds":["41","42"]')
    .replaceAll(/rpc[A-Za-z0-9]{8,}/g, "rpc7f3k2m9q4x8w5z1b6v0n")
    .replaceAll(/"nextCursor":"[^"]+"/g, '"nextCursor":"v1.5c8b0a1f.Zm9sbG93LXRoaXMtY3Vyc29y"');
  return JSON.parse(text);
}
