import {
  type AssociationType,
  associationTypeNamed,
  associationTypes,
} from "../../hubspot/association-types.ts";
import type { ObjectSchema } from "../../object-schema.ts";
import { type HubspotCall, membersOf } from "./operation.ts";

/** What HubSpot's number of an association means for a type. */
interface Meaning {
  readonly other: ObjectSchema;
  readonly type: AssociationType;
}

/**
 * Returns a function that returns the associations of a create as operations take them, from a member of any shape. In HubSpot
 * the number of what they say tells the type of the other record. A number that is unknown stays for the operation, which
 * refuses it as a label.
 */
export function associationsFor(
  { schema }: Pick<HubspotCall, "schema">,
  object: ObjectSchema,
): (given: unknown) => { readonly associations?: unknown } {
  const meanings = new Map<string, Meaning | undefined>();
  const meaningOf = (number: string) => {
    if (meanings.size === 0) {
      for (const other of schema.types) {
        for (const type of associationTypes(object, other)) {
          meanings.set(String(type.typeId), { other, type });
        }
      }
    }
    if (!meanings.has(number)) meanings.set(number, primaryOf(schema.types, object, number));
    return meanings.get(number);
  };
  return (given) => {
    if (given === undefined || given === null) return {};
    if (!Array.isArray(given)) return { associations: given };
    const associations = given.map(membersOf).flatMap(({ to, types }) => {
      const id = String(membersOf(to).id ?? "");
      const numbers = Array.isArray(types) && types.length > 0 ? types.map(numberIn) : ["none"];
      return numbers.map((number) => {
        const found = meaningOf(number);
        if (found === undefined) return { to: { object: object.name, id }, type: number };
        const { other, type } = found;
        const target = { to: { object: other.name, id } };
        return type.label === null ? target : { ...target, type: type.name };
      });
    });
    return { associations };
  };
}

/** Looks for the number of a primary record, which only HubSpot's own pairs have. Others are not looked for one by one. */
function primaryOf(
  types: readonly ObjectSchema[],
  object: ObjectSchema,
  number: string,
): Meaning | undefined {
  if (!object.builtIn || !/^\d{1,4}$/.test(number)) return undefined;
  for (const other of types) {
    const type = other.builtIn ? associationTypeNamed(object, other, number) : undefined;
    if (type !== undefined) return { other, type };
  }
  return undefined;
}

function numberIn(given: unknown): string {
  const { associationTypeId = "none" } = membersOf(given);
  return String(associationTypeId);
}
