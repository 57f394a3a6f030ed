import { startWorker, type Worker } from "@rapport/core";
import { amount, DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";
import { bulkChanges } from "./support/changes.ts";

const ROUNDS = Math.ceil(amount("batches", 12) / 2);
const RECORDS = 24;

/** Returns a generator of pseudo-random whole numbers below a limit (mulberry32). */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

type Edit = {
  internal_name: string;
  how: "set" | "clear" | "add" | "remove";
  value?: string;
  values?: string[];
};
interface Model {
  readonly email: string;
  readonly phone: string | null;
  readonly city: string | null;
  readonly tags: readonly string[];
}

const CITIES = ["Rome", "Oslo", "Bern", "Not unique"];
const TAGS = ["a", "b", "c", "d"];

describe.each(DIALECTS)("bulk changes on %s against changes of single records", (dialect) => {
  let app: AdminApp;
  let admin: SignedIn;
  let worker: Worker;
  const errors: unknown[] = [];
  beforeAll(async () => {
    app = await startAdminApp(dialect);
    admin = await app.admin("admin");
    worker = startWorker(app.deps, { onError: (error) => errors.push(error) });
  });
  afterAll(async () => {
    await worker.stop();
    await app[Symbol.asyncDispose]();
    expect(errors).toEqual([]);
  });

  it.each(Array.from({ length: ROUNDS }, (_, i) => i + 1))(
    "leave the values, refusals and versions that one change after the other leaves, in round %i",
    async (seed) => {
      const random = randomOf(seed);
      const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T;
      const models = Array.from(
        { length: RECORDS },
        (_, i): Model => ({
          email: `r${seed}-${i}@example.com`,
          phone: random(2) === 0 ? null : `+1 555 ${1000 + i}`,
          city: random(4) === 0 ? null : pick(CITIES),
          tags: TAGS.filter(() => random(2) === 0),
        }),
      );
      const edits: Edit[] = [
        pick<Edit>([
          { internal_name: "city", how: "set", value: pick(CITIES) },
          { internal_name: "city", how: "clear" },
          { internal_name: "email", how: "clear" },
        ]),
        pick<Edit>([
          { internal_name: "tags", how: "add", values: [pick(TAGS), "new"] },
          { internal_name: "tags", how: "remove", values: [pick(TAGS), pick(TAGS)] },
          { internal_name: "tags", how: "set", values: ["x"] },
          { internal_name: "tags", how: "clear" },
        ]),
      ];
      const city = pick(CITIES);
      const [bulkIds, singleIds] = [await create(models, "bulk"), await create(models, "single")];
      const wanted = (i: number) => models[i]?.city === city;
      const change = await bulkChanges(app, admin).make({
        type: "contact",
        selection: {
          table: {
            groups: [
              [
                { property: "city", operator: "eq", value: city },
                { property: "lastname", operator: "eq", value: `bulk${seed}` },
              ],
            ],
          },
        },
        action: { kind: "edit", edits },
      });
      const counts = { changed: 0, unchanged: 0, refused: 0 };
      for (const [i, id] of singleIds.entries()) {
        if (wanted(i)) counts[await editOne(id, models[i] as Model, edits)]++;
      }
      expect(change).toMatchObject({
        ...counts,
        selected: models.filter((_, i) => wanted(i)).length,
      });
      expect(await stateOf(bulkIds)).toEqual(await stateOf(singleIds));
      if (change.changed === 0) return;
      await bulkChanges(app, admin).undo(change.id);
      const back = await stateOf(bulkIds);
      expect(back.map(({ properties }) => properties)).toEqual(
        models.map(({ email, phone, city: at, tags }) => ({
          ...{ email, phone, city: at },
          tags: tags.length === 0 ? null : [...tags],
        })),
      );
    },
  );

  async function create(models: readonly Model[], name: string): Promise<readonly number[]> {
    const ids: number[] = [];
    for (const [i, { email, phone, city, tags }] of models.entries()) {
      const properties = [
        { internal_name: "lastname", value: `${name}${email.slice(1, email.indexOf("-"))}` },
        { internal_name: "email", value: email },
        { internal_name: "phone", value: phone },
        { internal_name: "city", value: city },
        { internal_name: "tags", values: [...tags] },
      ];
      const { projectId } = app;
      const made = await admin.trpc.records.create.mutate({
        projectId,
        type: "contact",
        properties,
      });
      ids[i] = made.id;
    }
    return ids;
  }

  /** Does the edits with one change of the record, as a page does. */
  async function editOne(
    id: number,
    { tags }: Model,
    edits: readonly Edit[],
  ): Promise<"changed" | "unchanged" | "refused"> {
    const properties = edits.map(({ internal_name, how, value = null, values = [] }) => {
      if (how === "clear") return { internal_name, value: null };
      if (how === "set" && internal_name === "city") return { internal_name, value };
      if (how === "set") return { internal_name, values };
      const after =
        how === "add"
          ? [...new Set([...tags, ...values])]
          : tags.filter((tag) => !values.includes(tag));
      return { internal_name, values: after };
    });
    const { projectId } = app;
    const input = { projectId, type: "contact" as const, id, properties };
    const saved = await admin.trpc.records.update.mutate(input).catch(() => null);
    if (saved === null) return "refused";
    return saved.version === 1 ? "unchanged" : "changed";
  }

  async function stateOf(ids: readonly number[]) {
    return Promise.all(
      ids.map(async (id) => {
        const { projectId } = app;
        const read = await admin.trpc.records.read.query({ projectId, type: "contact", id });
        const { email = null, phone = null, city = null, tags = null } = read.properties;
        return { version: read.version, properties: { email, phone, city, tags } };
      }),
    );
  }
});
