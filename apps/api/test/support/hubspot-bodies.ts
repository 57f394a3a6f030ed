import { type HubspotRoute, hubspotRoutes } from "@rapport/core/routers";
import type { AnyJson } from "@rapport/testing";

/*
 * Bodies of the operations of HubSpot's paths, with every member that each reads. Tests put other values in the place of each
 * member, and expect a refusal or an answer in HubSpot's form.
 */

/** Ids of records and names that the bodies mention. */
export interface Named {
  readonly id: string;
  readonly toId: string;
}

const types = [{ associationCategory: "HUBSPOT_DEFINED", associationTypeId: 279 }];
const properties = { firstname: "Ada", hubspot_owner_id: "1", lifecyclestage: "lead" };
const option = { label: "One", value: "one", displayOrder: 0, hidden: false };
const property = {
  ...{ name: "colour", label: "Colour", type: "enumeration", fieldType: "select" },
  ...{ groupName: "contactinformation", description: "A colour", hasUniqueValue: false },
  ...{ displayOrder: 1, textDisplayHint: "email", options: [option] },
};
const metadata = { probability: "0.5", isClosed: "false", ticketState: "OPEN" };
const stage = { label: "New", displayOrder: 0, stageId: "new", metadata };
const pipeline = { label: "Sales", displayOrder: 0, stages: [stage] };

/** Returns the bodies by the end of the path. The first that fits counts. */
function bodies({ id, toId }: Named): readonly (readonly [end: RegExp, body: AnyJson])[] {
  const associations = [{ to: { id: toId }, types }];
  const pair = { from: { id }, to: { id: toId } };
  const input = { id, idProperty: "email", properties, objectWriteTraceId: "trace" };
  const read = { properties: ["email"], propertiesWithHistory: ["email"], idProperty: "email" };
  const label = { name: "boss", label: "Boss", inverseLabel: "Report", associationTypeId: 1 };
  return [
    [/associations\/.*labels\/archive$/, { inputs: [{ ...pair, types }] }],
    [/v3\/associations\/.*batch\/read$/, { inputs: [{ id, after: "1" }] }],
    [/v3\/associations\/.*batch\/\w+$/, { inputs: [{ ...pair, type: "contact_to_company" }] }],
    [/associations\/.*batch\/read$/, { inputs: [{ id, after: "1" }] }],
    [/associations\/.*batch\/archive$/, { inputs: [{ ...pair, to: [{ id: toId }] }] }],
    [/associations\/.*batch\/.*$/, { inputs: [{ ...pair, types }] }],
    [/associations\/default\//, {}],
    [/\{toObjectId\}$/, types],
    [/\{associationType\}$/, {}],
    [/\/labels$/, label],
    [/properties\/\{objectType\}\/groups/, { name: "own", label: "Own", displayOrder: 0 }],
    [/properties\/.*batch\/create$/, { inputs: [property] }],
    [/properties\/.*batch\/\w+$/, { archived: false, inputs: [{ name: "email" }] }],
    [/properties\//, property],
    [/stages/, stage],
    [/pipelines\//, pipeline],
    [/schemas\/batch\/read$/, { inputs: ["contacts"] }],
    [/schemas\/\{objectType\}\/associations$/, { fromObjectTypeId: "0-1", toObjectTypeId: "0-2" }],
    [
      /schemas(\/\{objectType\})?$/,
      {
        ...{ name: "thing", labels: { singular: "Thing", plural: "Things" }, description: "A" },
        ...{ primaryDisplayProperty: "colour", secondaryDisplayProperties: ["colour"] },
        ...{ requiredProperties: ["colour"], searchableProperties: ["colour"] },
        ...{ properties: [property], clearDescription: false, hasPipeline: true },
      },
    ],
    [/\/search$/, SEARCH],
    [/\/merge$/, { primaryObjectId: id, objectIdToMerge: toId }],
    [/\/gdpr-delete$/, { objectId: id, idProperty: "email" }],
    [/\/batch\/create$/, { inputs: [{ properties, associations, objectWriteTraceId: "trace" }] }],
    [/\/batch\/read$/, { inputs: [{ id }], ...read }],
    [/\/batch\/\w+$/, { inputs: [input] }],
    [/./, { properties, associations }],
  ];
}

const filter = { propertyName: "firstname", operator: "IN", value: "a", highValue: "b" };
const SEARCH = {
  ...{ filterGroups: [{ filters: [{ ...filter, values: ["Ada"] }] }], properties: ["email"] },
  sorts: [{ propertyName: "firstname", direction: "ASCENDING" }],
  filters: [filter],
  ...{ query: "ada", limit: 10, after: "1" },
};

export interface Call {
  readonly name: string;
  readonly method: HubspotRoute["method"];
  readonly path: string;
  readonly body: AnyJson;
}

/** Returns a call of each operation that takes a body, with contacts and companies. */
export function callsWithBody(named: Named): readonly Call[] {
  const withBody = hubspotRoutes().filter(({ method }) => method !== "GET" && method !== "DELETE");
  // The other paths of an operation do the same.
  const all = new Map(
    withBody.map((route) => [route.operation.run, route] as const).toReversed(),
  ).values();
  return [...all].toReversed().map(({ method, template }) => ({
    name: `${method} ${template}`,
    method,
    path: template
      .replaceAll(/\{(objectType|fromObjectType)\}/g, "contacts")
      .replaceAll("{toObjectType}", "companies")
      .replaceAll("{toObjectId}", named.toId)
      .replaceAll("{associationType}", "279")
      .replaceAll("{propertyName}", "email")
      .replaceAll("{groupName}", "contactinformation")
      .replaceAll(/\{(pipelineId|stageId)\}/g, "default")
      .replaceAll(/\{\w+\}/g, named.id),
    body: bodies(named).find(([end]) => end.test(template))?.[1],
  }));
}

/** A place in a body, with the value that it has there. */
interface Place {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

/** Returns every place in a body, the body itself first. */
export function placesIn(value: unknown, path: Place["path"] = []): readonly Place[] {
  if (typeof value !== "object" || value === null) return [{ path, value }];
  const members = Object.entries(value).flatMap(([name, member]) =>
    placesIn(member, [...path, Array.isArray(value) ? Number(name) : name]),
  );
  return [{ path, value }, ...members];
}

/** Returns a copy of a body with another value at a place. */
export function changedAt(body: AnyJson, path: Place["path"], value: unknown): AnyJson {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const inner = changedAt(body[key], rest, value);
  return Array.isArray(body) ? body.with(Number(key), inner) : { ...body, [key]: inner };
}
