import { type Deps, pushSchema } from "@rapport/core";

const LISTINGS = {
  format: 1,
  types: [
    {
      name: "contact",
      properties: { shoe_size: { type: "number", label: "Shoe size" } },
    },
    {
      name: "listing",
      plural: "listings",
      ...{ label: "Listing", pluralLabel: "Listings", icon: "home" },
      required: [["street"]],
      properties: {
        street: { type: "string", label: "Street */ and more", indexed: true },
        rooms: { type: "number", label: "Rooms" },
        sold: { type: "boolean", label: "Sold" },
        energy: {
          ...{ type: "enumeration", label: "Energy class", closed: true },
          options: [
            { value: "a", label: "A" },
            { value: "b", label: "B" },
          ],
        },
        features: {
          ...{ type: "enumeration", label: "Features", multi: true },
          options: [{ value: "garden", label: "Garden" }],
        },
      },
      pipelines: [
        {
          ...{ key: "sale", label: "Sale", isDefault: true },
          stages: [
            { key: "offered", label: "Offered" },
            { key: "gone", label: "Gone", closed: true },
          ],
        },
      ],
    },
  ],
};

/** Gives a project an object type of its own, `listings`, and contacts a property. */
export async function addListings(deps: Deps, projectId: number): Promise<void> {
  await pushSchema(deps, projectId, LISTINGS, { prune: false, dryRun: false, onPlan: () => {} });
}
