import { type Deps, OBJECT_TYPES, pushSchema, saveProperty } from "@rapport/core";
import { PROPERTY_TYPES } from "@rapport/model";

const OPTIONS = [
  { value: "gold", label: "Gold" },
  { value: "silver", label: "Silver" },
];

const RENTAL_CARS = {
  format: 1,
  types: [
    {
      ...{
        name: "rental_car",
        plural: "rental_cars",
        label: "Rental car",
        pluralLabel: "Rental cars",
      },
      ...{ icon: "car", nameProperties: [["plate"]], required: [["plate"]] },
      properties: {
        plate: { type: "string", label: "Plate", indexed: true, rules: { pattern: "[A-Z0-9 -]+" } },
        seats: { type: "number", label: "Seats", default: "5", rules: { min: "2", max: "9" } },
      },
      pipelines: [
        { key: "default", label: "Fleet", isDefault: true, stages: [{ key: "new", label: "New" }] },
      ],
    },
  ],
};

/**
 * Adds properties of every form to every object type of a project: `own_number`, `own_numbers`, `own_tier`, …; and a type
 * of its own, `rental_cars`.
 */
export async function saveManyProperties(deps: Deps, projectId: number): Promise<void> {
  for (const object of Object.keys(OBJECT_TYPES)) {
    for (const type of PROPERTY_TYPES) {
      const options = type === "enumeration" ? { options: OPTIONS } : {};
      for (const [name, multi] of [
        [`own_${type}`, false],
        [`own_${type}s`, true],
      ] as const) {
        const settings = { name, label: `Own ${type}`, type, multi, ...options };
        await saveProperty(deps, projectId, object, settings);
      }
    }
    const closed = { type: "enumeration", options: OPTIONS, closed: true } as const;
    await saveProperty(deps, projectId, object, { name: "own_tier", label: "Tier", ...closed });
  }
  const options = { prune: false, dryRun: false, onPlan: () => undefined };
  await pushSchema(deps, projectId, RENTAL_CARS, options);
}
