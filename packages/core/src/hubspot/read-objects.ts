import type { ObjectSchema } from "../object-schema.ts";
import { associationBatch, type HubspotObject, objectPage } from "./answers.ts";
import { type HubspotClient, HubspotRefused } from "./client.ts";

/** HubSpot's largest page. */
const PAGE = 100;
/** A longer query is refused by some proxies, so the properties of the objects are read by a second request. */
const MAX_QUERY_CHARACTERS = 6_000;

export interface ObjectPage {
  readonly objects: readonly HubspotObject[];
  /** Cursor of the next page; null on the last one. */
  readonly after: string | null;
}

/** Reads one page of the objects of a type that are not archived. */
export async function readPage(
  hubspot: HubspotClient,
  { plural }: ObjectSchema,
  properties: readonly string[],
  after: string | null,
): Promise<ObjectPage> {
  const path = `/crm/v3/objects/${plural}`;
  const query = new URLSearchParams({ limit: String(PAGE), archived: "false" });
  if (after !== null) query.set("after", after);
  const names = properties.join(",");
  const isShort = names.length <= MAX_QUERY_CHARACTERS;
  if (isShort) query.set("properties", names);
  const page = await hubspot.get(`${path}?${query}`, objectPage);
  const next = page.paging?.next?.after ?? null;
  if (isShort || page.results.length === 0) return { objects: page.results, after: next };
  const inputs = page.results.map(({ id }) => ({ id }));
  const read = await hubspot.post(`${path}/batch/read`, { inputs, properties }, objectPage);
  return { objects: read.results, after: next };
}

/** Reads the ids of the objects of a type that are associated with each of some objects. */
export async function readAssociations(
  hubspot: HubspotClient,
  from: ObjectSchema,
  to: ObjectSchema,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const path = `/crm/v4/associations/${from.plural}/${to.plural}/batch/read`;
  const found = new Map<string, string[]>();
  let inputs: readonly { readonly id: string; readonly after?: string }[] = ids.map((id) => ({
    id,
  }));
  while (inputs.length > 0) {
    const { results } = await hubspot.post(path, { inputs }, associationBatch);
    const more: { id: string; after: string }[] = [];
    for (const { from: one, to: others, paging } of results) {
      const known = found.get(one.id) ?? [];
      known.push(...others.map(({ toObjectId }) => toObjectId));
      found.set(one.id, known);
      const after = paging?.next?.after;
      if (after !== undefined) more.push({ id: one.id, after });
    }
    inputs = more;
  }
  return found;
}

/** Returns why an account does not give access to something, or rethrows another error. */
export function whyRefused(error: unknown): string {
  if (!(error instanceof HubspotRefused)) throw error;
  const { status, category } = error;
  if (status === 403)
    return `the access token lacks a scope, or the account does not have them (${category || status})`;
  if (status === 404 || status === 400)
    return `the account does not have them (${category || status})`;
  throw error;
}
