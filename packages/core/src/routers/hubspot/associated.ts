import { associationTypeNamed } from "../../hubspot/association-types.ts";
import type { ObjectSchema } from "../../object-schema.ts";
import { type HubspotCall, type Members, membersOf } from "./operation.ts";

/**
 * Returns the associations of a create as operations take them. In HubSpot the number of what they say tells the type of the
 * other record. A number that is unknown stays for the operation, which refuses it as a label.
 *
 * @param given of any shape
 */
export function givenAssociations(
  { schema }: Pick<HubspotCall, "schema">,
  object: ObjectSchema,
  given: unknown,
): { readonly associations?: unknown } {
  if (given === undefined || given === null) return {};
  if (!Array.isArray(given)) return { associations: given };
  const associations = given.map(membersOf).flatMap(({ to, types }) => {
    const id = String(membersOf(to).id ?? "");
    const numbers = Array.isArray(types) && types.length > 0 ? types.map(numberIn) : ["none"];
    return numbers.map((number) => {
      const [found] = schema.types.flatMap((other) => {
        const type = associationTypeNamed(object, other, number);
        return type === undefined ? [] : [{ other, type }];
      });
      if (found === undefined) return { to: { object: object.name, id }, type: number };
      const { other, type } = found;
      const target = { to: { object: other.name, id } };
      return type.label === null ? target : { ...target, type: type.name };
    });
  });
  return { associations };
}

function numberIn(given: unknown): string {
  const { associationTypeId = "none" }: Members = membersOf(given);
  return String(associationTypeId);
}
