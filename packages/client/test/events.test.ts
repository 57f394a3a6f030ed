import {
  EVENT_TYPES,
  importTemplates,
  type Principal,
  PUBLIC_SCOPES,
  removeAssociation,
  restoreRecord,
  setAccount,
} from "@rapport/core";
import { startGraphPlatform, startReceiver, trustReceivers } from "@rapport/testing";
import { beforeAll, describe, expect, test } from "vitest";
import {
  createPublicClient,
  createWorkspaceClient,
  type ObjectType,
  type RapportEvent,
  verifyWebhook,
} from "../src/index.ts";
import type { Objects } from "../src/objects-types.ts";
import { startRapport } from "./support/rapport.ts";

type DataOf<T extends RapportEvent["type"]> = Extract<RapportEvent, { type: T }>["data"];

/** The fields in the types: a missing or an extra one does not compile. */
const SUBJECT = { object: true, version: true } as const;
const CONTACT: Record<keyof DataOf<"contact.created">, true> = {
  ...SUBJECT,
  id: true,
  email: true,
  firstName: true,
  lastName: true,
  lifecycleStage: true,
};
const DEAL: Record<Exclude<keyof DataOf<"deal.updated">, "changes">, true> = {
  ...SUBJECT,
  id: true,
  name: true,
  amount: true,
  currency: true,
  stage: true,
};
const DEAL_CREATED: Record<keyof DataOf<"deal.created">, true> = { ...DEAL, companyId: true };
const ASSOCIATED: Record<keyof DataOf<"association.created">, true> = {
  ...SUBJECT,
  id: true,
  label: true,
  type: true,
  from: true,
  to: true,
};
const SCHEMA_CHANGE: Record<Exclude<keyof DataOf<"schema.changed">, "toObjectType">, true> = {
  ...SUBJECT,
  id: true,
  objectType: true,
  part: true,
  pipeline: true,
  key: true,
  action: true,
};
const TEMPLATE_CHANGE: Record<keyof DataOf<"template.status_changed">, true> = {
  ...SUBJECT,
  id: true,
  template_name: true,
  language_code: true,
  old_status: true,
  new_status: true,
  old_category: true,
  new_category: true,
};
const ERASED: Record<keyof DataOf<"contact.erased">, true> = { ...SUBJECT, id: true };
const TESTED: Record<keyof DataOf<"webhook.test">, true> = {
  ...SUBJECT,
  id: true,
  endpointId: true,
};

const EVERY_SCOPE = [...PUBLIC_SCOPES.keys()].join(" ");

/** A contact needs an email or a phone. */
const EMAIL: Readonly<Record<string, object>> = { contact: { email: "twin@example.com" } };

const ACCOUNT = { wabaId: "102290129340398", accessToken: "EAAGmRapportNeverShowsThis" };
const TEMPLATE = { name: "order", language: "en_US", category: "UTILITY" };

// The client never sees which database answers.
describe("the types of events", () => {
  beforeAll(() => trustReceivers());

  test("match the payload of every event", async () => {
    await using platform = await startGraphPlatform({
      ...ACCOUNT,
      templates: [{ ...TEMPLATE, status: "APPROVED" }],
    });
    await using receiver = await startReceiver();
    await using rapport = await startRapport("sqlite", { graphUrl: platform.url });
    const { app, baseUrl } = rapport;
    const caller = await app.caller();
    const { key } = await app.workspace({ projectId: caller.projectId });
    const objects = createPublicClient({ baseUrl, ...caller, scope: EVERY_SCOPE });
    const workspace = createWorkspaceClient({ baseUrl, apiKey: key });
    const { endpoints } = workspace.webhooks;
    const endpoint = await endpoints.create({ url: receiver.url, events: ["*"] });
    const system: Principal = { ...caller, kind: "system", id: "test", scopes: new Set() };

    const company = await objects.companies.create({ name: "Engines" });
    const association = { associations: [{ object: "company", id: company.id }] } as const;
    const contact = await objects.contacts.create({ email: "ada@example.com" }, association);
    const deal = await objects.deals.create({ name: "No. 2", amount: 1, currency: "GBP" });
    const ticket = await objects.tickets.create({ name: "Jammed" });
    const lead = await objects.leads.create({ name: "Charles" });
    const appointment = await objects.appointments.create({
      name: "Show",
      appointment_start_ts: "2026-12-01T10:00:00Z",
      appointment_end_ts: "2026-12-01T11:00:00Z",
      tags: ["a", "b"],
    });
    const note = await objects.notes.create({ body: "Called" });
    const task = await objects.tasks.create({ name: "Call back" });
    const call = await objects.calls.create({ title: "Asked" });
    const email = await objects.emails.create({ subject: "Offer" });
    const meeting = await objects.meetings.create({ title: "Visit" });
    await objects.deals.update(deal.id, "stage", "won");
    await objects.tickets.update(ticket.id, "stage", "closed");
    await objects.leads.update(lead.id, "stage", "connected");
    await objects.appointments.update(appointment.id, "stage", "confirmed");
    const made = [
      { type: "contact", of: objects.contacts, id: contact.id, set: ["firstname", "Ada"] },
      { type: "company", of: objects.companies, id: company.id, set: ["industry", "Steam"] },
      { type: "deal", of: objects.deals, id: deal.id, set: ["name", "No. 3"] },
      { type: "ticket", of: objects.tickets, id: ticket.id, set: ["name", "Mended"] },
      { type: "lead", of: objects.leads, id: lead.id, set: ["name", "Ada"] },
      { type: "appointment", of: objects.appointments, id: appointment.id, set: ["name", "Tea"] },
      { type: "note", of: objects.notes, id: note.id, set: ["body", "Called twice"] },
      { type: "task", of: objects.tasks, id: task.id, set: ["name", "Call again"] },
      { type: "call", of: objects.calls, id: call.id, set: ["title", "Asked twice"] },
      { type: "email", of: objects.emails, id: email.id, set: ["subject", "New offer"] },
      { type: "meeting", of: objects.meetings, id: meeting.id, set: ["title", "Tour"] },
    ] as const;
    await removeAssociation(
      { deps: app.deps, principal: system },
      { type: "contact", id: contact.id },
      { type: "company", id: company.id },
    );
    const twins: [Objects<ObjectType>, number][] = [];
    for (const { type, of, id, set } of made) {
      const [name, value] = set;
      const objects = of as unknown as Objects<ObjectType>;
      const twin = await objects.create({ [name]: value, ...EMAIL[type] });
      await objects.merge(id, [twin.id]);
      await objects.unmerge(id, twin.id);
      twins.push([objects, twin.id]);
      await of.update(id, name, value);
      await of.delete(id);
      await restoreRecord({ deps: app.deps, principal: system }, type, id);
    }
    await objects.properties.create("deals", { internal_name: "contract", label: "Contract" });
    await setAccount(app.deps, caller.tenantId, ACCOUNT);
    await importTemplates(app.deps, caller.tenantId, [{ ...TEMPLATE, status: "PENDING" }]);
    await objects.templates.sync();
    await endpoints.test(endpoint.id);

    const events = () =>
      Promise.all(receiver.received.map((one) => verifyWebhook(one, endpoint.signingSecret)));
    const types = async () => new Set((await events()).map(({ type }) => type));
    const isErasure = (type: string) => type.endsWith(".erased");
    await expect.poll(types).toEqual(new Set(EVENT_TYPES.filter((type) => !isErasure(type))));
    // What waits for delivery has no values any more.
    for (const [objects, id] of twins) await objects.erase(id);
    await expect.poll(types).toEqual(new Set(EVENT_TYPES));
    for (const event of await events()) checkFields(event);
  });
});

function checkFields({ type, data }: RapportEvent): void {
  const { changes, mergedIds, mergedInto, unmergedId, unmergedFrom, ...record } = data as Record<
    string,
    unknown
  >;
  const isPrimary = mergedIds !== undefined || unmergedId !== undefined;
  const isUpdate = /\.(updated|stage_changed)$/.test(type) || isPrimary;
  const isOfMerge = isPrimary || mergedInto !== undefined || unmergedFrom !== undefined;
  expect([type, isOfMerge]).toEqual([type, /merged$/.test(type)]);
  expect([type, changes !== undefined]).toEqual([type, isUpdate]);
  for (const change of Object.values(changes ?? {})) {
    expect(Object.keys(change).toSorted()).toEqual(["new", "old"]);
  }
  const fields = fieldsOf(type);
  if (fields !== undefined) {
    expect([type, ...Object.keys(record).toSorted()]).toEqual([
      type,
      ...Object.keys(fields).toSorted(),
    ]);
    return;
  }
  expect(record.id).toMatch(/^\d+$/);
  const { version, ...values } = record;
  expect(version).toBeGreaterThan(0);
  for (const value of Object.values(values).flat()) {
    expect(value === null || ["string", "boolean"].includes(typeof value)).toBe(true);
  }
}

/** Undefined for a record with any properties. */
function fieldsOf(type: RapportEvent["type"]): Record<string, true> | undefined {
  if (type.endsWith(".erased")) return ERASED;
  if (type.startsWith("contact.")) return CONTACT;
  if (type === "deal.created") return DEAL_CREATED;
  if (type.startsWith("deal.")) return DEAL;
  if (type.startsWith("association.")) return ASSOCIATED;
  if (type === "schema.changed") return SCHEMA_CHANGE;
  if (type === "template.status_changed") return TEMPLATE_CHANGE;
  return type === "webhook.test" ? TESTED : undefined;
}
