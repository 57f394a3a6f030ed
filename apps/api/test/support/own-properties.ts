import { type Deps, OBJECT_TYPES, saveProperty } from "@rapport/core";
import { PROPERTY_TYPES } from "@rapport/model";

const OPTIONS = [
  { value: "gold", label: "Gold" },
  { value: "silver", label: "Silver" },
];

/** Adds properties of every form to every object type of a project: `own_number`, `own_numbers`, `own_tier`, … */
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
}
