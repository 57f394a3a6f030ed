import type { AppRouter } from "@rapport/core/routers";
import { EVENT_TYPES, OBJECT_TYPE_NAMES, PIPELINE_TYPE_NAMES } from "@rapport/model";
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { expect, expectTypeOf, test } from "vitest";
import type {
  Contact,
  ContactChange,
  ContactFilter,
  CreatedRecord,
  Deal,
  DealChange,
  DealFilter,
  Delivery,
  DeliveryFilter,
  FoundRecord,
  HistoryEntry,
  ListedAssociation,
  NewContact,
  NewDeal,
  ObjectType,
  Pipeline,
  Property,
  RapportEvent,
  RemovedRecord,
  Template,
  TemplateFilter,
  TemplateSyncResult,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
} from "../src/index.ts";

type Inputs = inferRouterInputs<AppRouter>;
type Outputs = inferRouterOutputs<AppRouter>;
type Public = Outputs["public"];
type Workspace = Outputs["workspace"];
/** One object type instead of an intersection. */
type Flat<T> = { [K in keyof T]: T[K] };
/** As `Flat`, in all parts. */
type Deep<T> = T extends readonly (infer Item)[]
  ? readonly Deep<Item>[]
  : T extends object
    ? { [K in keyof T]: Deep<T[K]> }
    : T;
/** Input of a procedure, without the cursor, which the client sets. */
type Given<T> = { [K in Exclude<keyof T, "cursor">]-?: Exclude<T[K], undefined> };

test("each operation on records of any type takes the type", () => {
  type Objects = Inputs["public"]["objects"];
  type Unnamed<T> = { [K in keyof T]: T[K] extends { object: string } ? never : K }[keyof T];
  expectTypeOf<Unnamed<Omit<Objects, "batch">>>().toBeNever();
  expectTypeOf<Unnamed<Objects["batch"]>>().toBeNever();
});

test("the types of responses match the procedures", () => {
  type Created<T extends ObjectType> = Flat<CreatedRecord<T>>;
  expectTypeOf<Created<"contact">>().toEqualTypeOf<Flat<Public["contacts"]["create"]["data"]>>();
  expectTypeOf<Created<"company">>().toEqualTypeOf<Flat<Public["companies"]["create"]["data"]>>();
  expectTypeOf<Created<"deal">>().toEqualTypeOf<Flat<Public["deals"]["create"]["data"]>>();
  expectTypeOf<Created<"ticket">>().toEqualTypeOf<Flat<Public["tickets"]["create"]["data"]>>();
  expectTypeOf<Created<"lead">>().toEqualTypeOf<Flat<Public["leads"]["create"]["data"]>>();
  expectTypeOf<Created<"appointment">>().toEqualTypeOf<
    Flat<Public["appointments"]["create"]["data"]>
  >();
  expectTypeOf<Created<"note">>().toEqualTypeOf<Flat<Public["notes"]["create"]["data"]>>();
  expectTypeOf<Created<"task">>().toEqualTypeOf<Flat<Public["tasks"]["create"]["data"]>>();
  expectTypeOf<FoundRecord>().toEqualTypeOf<Public["contacts"]["read"]["data"]>();
  expectTypeOf<FoundRecord>().toEqualTypeOf<Public["contacts"]["byKey"]["data"]>();
  type Results<Verb extends "list" | "associations" | "history"> =
    Public["contacts"][Verb]["data"]["results"][number];
  expectTypeOf<FoundRecord | RemovedRecord>().toEqualTypeOf<Results<"list">>();
  expectTypeOf<ListedAssociation>().toEqualTypeOf<Results<"associations">>();
  expectTypeOf<HistoryEntry>().toEqualTypeOf<Results<"history">>();
  expectTypeOf<TemplateSyncResult>().toEqualTypeOf<Public["templates"]["syncStatus"]["data"]>();
  expectTypeOf<Deep<Property>>().toEqualTypeOf<Deep<Public["properties"]["read"]["data"]>>();
  expectTypeOf<Deep<Pipeline>>().toEqualTypeOf<Deep<Public["pipelines"]["read"]["data"]>>();
  // tRPC treats a member of type unknown as optional.
  expectTypeOf<Template>().toEqualTypeOf<
    Required<Public["templates"]["list"]["data"]["templates"][number]>
  >();
  expectTypeOf<Contact>().toEqualTypeOf<Workspace["contacts"]["read"]["data"]>();
  expectTypeOf<Deal>().toEqualTypeOf<Workspace["deals"]["read"]["data"]>();
  type Webhooks = Workspace["webhooks"];
  expectTypeOf<WebhookEndpoint>().toEqualTypeOf<Webhooks["endpoints"]["read"]["data"]>();
  expectTypeOf<Flat<WebhookEndpointWithSecret>>().toEqualTypeOf<
    Webhooks["endpoints"]["create"]["data"]
  >();
  expectTypeOf<Delivery>().toEqualTypeOf<Webhooks["deliveries"]["list"]["data"][number]>();
});

test("the types of requests match the procedures", () => {
  type Sent = Inputs["workspace"];
  type Change<T> = Omit<T, "contactId" | "dealId">;
  expectTypeOf<Given<NewContact>>().toEqualTypeOf<Given<Sent["contacts"]["create"]>>();
  expectTypeOf<Given<ContactChange>>().toEqualTypeOf<Given<Change<Sent["contacts"]["update"]>>>();
  expectTypeOf<Given<NewDeal>>().toEqualTypeOf<Given<Sent["deals"]["create"]>>();
  expectTypeOf<Given<DealChange>>().toEqualTypeOf<Given<Change<Sent["deals"]["update"]>>>();
  // A limit in a query string may be a string.
  type Filters<T> = Omit<Given<T>, "limit">;
  expectTypeOf<Filters<ContactFilter>>().toEqualTypeOf<Filters<Sent["contacts"]["list"]>>();
  expectTypeOf<Filters<DealFilter>>().toEqualTypeOf<Filters<Sent["deals"]["list"]>>();
  expectTypeOf<Filters<DeliveryFilter>>().toEqualTypeOf<
    Omit<Filters<Sent["webhooks"]["deliveries"]["list"]>, "endpointId">
  >();
  expectTypeOf<Filters<TemplateFilter>>().toEqualTypeOf<
    Filters<Inputs["public"]["templates"]["list"]>
  >();
});

test("every event has a type", () => {
  const lifecycle = [
    ...(["created", "updated", "deleted", "restored"] as const),
    ...(["merged", "unmerged", "erased"] as const),
  ] as const;
  const ofRecords = OBJECT_TYPE_NAMES.flatMap((type) =>
    lifecycle.map((did) => `${type}.${did}` as const),
  );
  const ofStages = PIPELINE_TYPE_NAMES.map((type) => `${type}.stage_changed` as const);
  const types: Record<RapportEvent["type"], true> = {
    ...allTrue(ofRecords),
    ...allTrue(ofStages),
    "association.created": true,
    "association.deleted": true,
    "schema.changed": true,
    "template.status_changed": true,
    "webhook.test": true,
  };
  expect(Object.keys(types).sort()).toEqual([...EVENT_TYPES].sort());
});

function allTrue<Name extends string>(names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, true])) as Record<Name, true>;
}
