import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPublicClient } from "../src/index.ts";
import { addListings } from "./support/listings.ts";
import { errorOf, startRapport, type TestRapport } from "./support/rapport.ts";

const SCOPE = [
  ...["read", "write", "delete", "erase"].map((verb) => `crm.custom.${verb}`),
  ...["crm.contacts.read", "crm.contacts.write"],
].join(" ");

/** As `rapport schema types` writes it, as far as the test needs it. */
interface Schema {
  listings: {
    name: "listing";
    required: "street";
    stored: { street?: string | null; energy?: "a" | "b" | (string & {}) | null };
    written: { street?: string | null; energy?: "a" | "b" | null };
  };
}

// The client never sees which database answers.
describe("the client of a project's own type", () => {
  let rapport: TestRapport;
  beforeAll(async () => {
    rapport = await startRapport("sqlite");
  });
  afterAll(() => rapport[Symbol.asyncDispose]());

  async function credentials() {
    const { app, baseUrl } = rapport;
    const { projectId } = await app.caller();
    await addListings(app.deps, projectId);
    const { clientId, clientSecret } = await app.caller({ projectId, scope: SCOPE });
    return { baseUrl, clientId, clientSecret, scope: SCOPE };
  }

  test("has every operation of a built-in type", async () => {
    const client = createPublicClient<Schema>(await credentials());
    const listings = client.objects("listings");
    const made = await listings.create({ street: "Elm Street", energy: "a" });
    expect(made).toMatchObject({ id: expect.any(Number), street: "Elm Street" });
    const street = made.street ?? "";
    expect(await listings.readBy("street", street)).toMatchObject({ id: made.id });
    const changed = await listings.update(made.id, { energy: "b" });
    expect(changed).toMatchObject({ version: 2, properties: { energy: "b" } });
    await listings.update(made.id, "energy", null);
    const contact = await client.contacts.create({ email: "ada@example.com" });
    await listings.associate(made.id, "contacts", contact.id);
    await client.contacts.dissociate(contact.id, "listings", made.id);
    const filters = [{ internal_name: "street", operator: "EQ", value: street }] as const;
    const found = await listings.search({ filterGroups: [{ filters }] }).page();
    expect(found.items.map(({ id }) => id)).toEqual([made.id]);
    const batch = await listings.batch.upsert([{ properties: { street, energy: "a" } }], {
      idProperty: "street",
    });
    expect(batch.results).toMatchObject([{ status: "updated", record: { id: made.id } }]);
    await listings.delete(made.id);
    await listings.restore(made.id);
    expect((await listings.history(made.id).page()).items.length).toBeGreaterThan(4);
    expect(await listings.export(made.id)).toMatchObject({ record: { id: made.id } });
    expect(await listings.erase(made.id)).toMatchObject({ id: made.id });
  });

  test("is there without a schema too", async () => {
    const client = createPublicClient(await credentials());
    const made = await client.objects("listings").create({ street: "Elm Street" });
    const read = await client.objects("listings").read(made.id);
    expect(read.properties.street).toBe("Elm Street");
    expect(await client.objects("contacts").create({ email: "bob@example.com" })).toMatchObject({
      email: "bob@example.com",
    });
    const refused = await errorOf(client.objects("unicorns").read(1));
    expect(refused).toMatchObject({ code: "NOT_FOUND" });
    const odd = await errorOf(client.objects("../contacts").read(1));
    expect(odd).toMatchObject({ code: "NOT_FOUND" });
  });
});
