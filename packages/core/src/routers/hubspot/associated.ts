import { associationTypeNamed } from "../../hubspot/association-types.ts";
import type { ObjectSchema } from "../../object-schema.ts";
import { type HubspotCall, membersOf } from "./operation.ts";

/**
 * Returns the associations of a create as operations take them. In HubSpot the number of what they say tells the type of the
 * other record.
 *
 * @param given of any shape
 */
export function givenAssociations(
  { schema }: Pick<HubspotCall, "schema">,
  object: ObjectSchema,
  given: unknown,
): { readonly associations?: readonly unknown[] } {
  if (!Array.isArray(given) || given.length === 0) return {};
  const associations = given.map(membersOf).flatMap(({ to, types }) => {
    const { id } = membersOf(to);
    const list = Array.isArray(types) ? types.map(membersOf) : [];
    return list.map(({ associationTypeId }) => {
      const named = schema.types.flatMap((other) => {
        const found = associationTypeNamed(object, other, String(associationTypeId));
        return found === undefined ? [] : [{ other, found }];
      });
      const [first] = named;
      const type = first === undefined ? String(associationTypeId) : first.other.name;
      const target = { to: { object: type, id: String(id) } };
      return first?.found.label == null ? target : { ...target, type: first.found.name };
    });
  });
  return { associations };
}
