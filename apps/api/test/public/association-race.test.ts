import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase, records } from "@rapport/db";
import { DIALECTS } from "@rapport/testing";
import { expect, it } from "vitest";
import { sharedApp } from "../support/app.ts";

it.each(DIALECTS)(
  "returns 400 for an association with a record that is deleted during the create, on %s",
  async (dialect) => {
    await using app = await sharedApp(dialect);
    const caller = await app.caller();
    const create = (plural: string, body: object) =>
      app.call("POST", `/api/objects/${plural}`, { token: caller.token, json: body });
    const company = await create("companies", {
      properties: [{ internal_name: "name", value: "Engines" }],
    });
    const { id } = company.body.data;

    // Another process deletes the company, and commits while the create waits for it.
    const other = openDatabase(app.databaseUrl);
    const at = new Date().toISOString();
    let created: ReturnType<typeof create> | undefined;
    await other.transaction(async (tx) => {
      await records.lockRecord(tx, caller, "company", id);
      await records.markDeleted.all(tx, caller, { id, deletedAt: at, at });
      created = create("contacts", {
        properties: [{ internal_name: "email", value: "ada@example.com" }],
        associations: [{ to: { object: "company", id: String(id) } }],
      });
      await Promise.race([created, sleep(500)]);
    });
    await other.close();

    const answer = await created;
    expect(answer?.status).toBe(400);
    expect(answer?.body.issues).toMatchObject([
      { path: "associations.0.to.id", code: "association_not_found" },
    ]);
  },
);
