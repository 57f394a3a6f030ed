import {
  createApiKey,
  createClient,
  createProject,
  createTenant,
  PUBLIC_SCOPES,
  WORKSPACE_SCOPES,
} from "@rapport/core";
import { associations, migrate, openDatabase, recordIndex, records } from "@rapport/db";

export interface Seeded {
  readonly projectId: number;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly apiKey: string;
  /** The contacts have the ids from firstId to firstId + count - 1, each associated with the company. */
  readonly firstId: number;
  readonly count: number;
  readonly companyId: number;
}

const BATCH_CONTACTS = 1_000;
/** Contacts associated with the company. With more, the benchmark would measure the length of the list. */
const ASSOCIATED_CONTACTS = 10_000;

/** Fills an empty database with contacts of eight properties, without the API. */
export async function seed(databaseUrl: string, count: number): Promise<Seeded> {
  const db = openDatabase(databaseUrl);
  await migrate(db);
  const projectId = await createProject({ db }, await createTenant({ db }, "Bench"), "Bench");
  const scopes = [...PUBLIC_SCOPES.keys()];
  const client = await createClient({ db }, { projectId, name: "Bench", scopes });
  const keyScopes = [...WORKSPACE_SCOPES.keys()];
  const { apiKey } = await createApiKey({ db }, { projectId, name: "Bench", scopes: keyScopes });
  const scope = { projectId };
  const at = new Date().toISOString();
  const companyId = await db.transaction((tx) =>
    records.insertRecord(tx, scope, { type: "company", properties: { name: "Bench" }, at }),
  );
  for (let start = 0; start < count; start += BATCH_CONTACTS) {
    const people = Array.from({ length: Math.min(BATCH_CONTACTS, count - start) }, (_, i) =>
      person(start + i),
    );
    const ids = people.map((_, i) => companyId + 1 + start + i);
    // Inserting a million contacts one by one would take half an hour.
    const rows = people.map((properties) => ({
      ...{ project_id: projectId, type: "contact", version: 1 },
      ...{ properties: JSON.stringify(properties), created_at: at, updated_at: at },
    }));
    await db.kysely.insertInto("records").values(rows).execute();
    await db.transaction(async (tx) => {
      const indexed = people.flatMap(({ firstname, lastname, email, phone, lifecyclestage }, i) =>
        Object.entries({ firstname, lastname, email, phone, lifecyclestage }).map(
          ([property, value]): recordIndex.IndexRow => [
            projectId,
            "contact",
            property,
            value.toLowerCase(),
            ids[i] as number,
          ],
        ),
      );
      await recordIndex.insertIndexRows(tx, indexed);
      if (start < ASSOCIATED_CONTACTS) {
        const links = ids.map((id) => [projectId, id, "contact", companyId, "company", at]);
        await associations.insertAssociations(tx, links);
      }
    });
  }
  if (db.dialect === "postgres") await db.kysely.executeQuery(ANALYZE);
  await db.close();
  return { projectId, ...client, apiKey, firstId: companyId + 1, count, companyId };
}

const ANALYZE = {
  sql: "analyze",
  parameters: [],
  query: { kind: "RawNode", sqlFragments: ["analyze"], parameters: [] },
  queryId: { queryId: "analyze" },
} as const;

function person(i: number) {
  return {
    firstname: `First${i % 977}`,
    lastname: `Last${i % 7919}`,
    email: `person${i}@example.com`,
    phone: `+44207946${String(i).padStart(7, "0")}`,
    jobtitle: "Buyer",
    city: "Leeds",
    country: "United Kingdom",
    lifecyclestage: i % 10 === 0 ? "customer" : "lead",
  };
}
