import { createHash } from "node:crypto";
import type { ObjectSchema } from "../object-schema.ts";
import { type AssociationKind, listKinds } from "../records/associations/kinds.ts";
import { readLabel } from "../records/associations/labels.ts";

/*
 * HubSpot identifies an association type by a number, one per direction. The numbers between types are from its guide
 * "Associations" and from the enumeration AssociationTypes in its client library.
 */

const OF_PAIRS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  contact: {
    ...{ contact: 449, company: 279, deal: 4, ticket: 15, lead: 609, appointment: 907 },
    ...{ call: 193, email: 197, meeting: 199, note: 201, task: 203 },
  },
  company: {
    ...{ contact: 280, company: 450, deal: 342, ticket: 340, lead: 611, appointment: 909 },
    ...{ call: 181, email: 185, meeting: 187, note: 189, task: 191 },
  },
  deal: {
    ...{ contact: 3, company: 341, deal: 451, ticket: 27, lead: 1038, appointment: 945 },
    ...{ call: 205, email: 209, meeting: 211, note: 213, task: 215 },
  },
  ticket: {
    ...{ contact: 16, company: 339, deal: 28, ticket: 452, appointment: 947 },
    ...{ call: 219, email: 223, meeting: 225, note: 227, task: 229 },
  },
  lead: {
    ...{ contact: 608, company: 610, deal: 1037 },
    ...{ call: 596, email: 598, meeting: 600, note: 854, task: 646 },
  },
  appointment: {
    ...{ contact: 906, company: 908, deal: 944, ticket: 946 },
    ...{ call: 912, email: 916, meeting: 918, note: 920, task: 922 },
  },
  call: {
    ...{ contact: 194, company: 182, deal: 206, ticket: 220, lead: 597, appointment: 913 },
    meeting: 399,
  },
  email: { contact: 198, company: 186, deal: 210, ticket: 224, appointment: 917 },
  meeting: {
    ...{ contact: 200, company: 188, deal: 212, ticket: 226, lead: 601, appointment: 919 },
    call: 400,
  },
  note: { contact: 202, company: 190, deal: 214, ticket: 228, lead: 855, appointment: 921 },
  task: { contact: 204, company: 192, deal: 216, ticket: 230, lead: 647, appointment: 923 },
};

/** Numbers of the primary company, contact and deal, which are the plain association here. */
const PRIMARY: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  contact: { company: 1 },
  company: { contact: 2, deal: 6, ticket: 25 },
  deal: { company: 5, lead: 583 },
  ticket: { company: 26 },
  lead: { contact: 578, company: 580, deal: 582 },
};

/** What an association of two types may say, seen from the first one, as HubSpot's API names it. */
export interface AssociationType {
  readonly category: "HUBSPOT_DEFINED" | "USER_DEFINED";
  readonly typeId: number;
  /** Null for the plain association. */
  readonly label: string | null;
  /** What the older paths of HubSpot call it: `contact_to_company`, or the key of a label. */
  readonly name: string;
  readonly kind: AssociationKind;
}

/**
 * Returns what associations between two types may say: the plain one first, then the labels of the project. A number of
 * ours never changes, because it comes from the names of the types and the key of the label, which never change either.
 */
export function associationTypes(
  object: ObjectSchema,
  other: ObjectSchema,
): readonly [AssociationType, ...AssociationType[]] {
  return typesOfPair(object, other).all;
}

interface PairTypes {
  readonly all: readonly [AssociationType, ...AssociationType[]];
  /** By their numbers and names, as texts. */
  readonly named: ReadonlyMap<string, AssociationType>;
}

/** By the two types. After a change of the schema, or of its labels, these are other values. */
const pairs = new WeakMap<ObjectSchema, WeakMap<ObjectSchema, PairTypes>>();

/** Finds the types of a pair once, because each input of a batch names some. */
function typesOfPair(object: ObjectSchema, other: ObjectSchema): PairTypes {
  const others = pairs.get(object) ?? new WeakMap<ObjectSchema, PairTypes>();
  pairs.set(object, others);
  const known = others.get(other);
  if (known !== undefined) return known;
  const all = makeTypes(object, other);
  const named = all
    .toReversed()
    .flatMap((type) => [[type.name, type] as const, [`${type.typeId}`, type] as const]);
  named.push([`${all[0].name}_unlabeled`, all[0]]);
  const primary = typeNumber(PRIMARY, object, other);
  if (primary !== undefined) named.push([`${primary}`, all[0]]);
  const found = { all, named: new Map(named) };
  others.set(other, found);
  return found;
}

function makeTypes(object: ObjectSchema, other: ObjectSchema): PairTypes["all"] {
  const [plain, ...labels] = listKinds(object, other);
  const pair = `${object.name}>${other.name}`;
  const known = typeNumber(OF_PAIRS, object, other);
  const first: AssociationType = {
    category: known === undefined ? "USER_DEFINED" : "HUBSPOT_DEFINED",
    typeId: known ?? ownNumber(pair),
    label: null,
    name: `${object.name}_to_${other.name}`,
    kind: plain,
  };
  return [
    first,
    ...labels.map((kind) => ({
      category: "USER_DEFINED" as const,
      typeId: ownNumber(`${pair}:${kind.type}`),
      label: readLabel([object, other], kind.type).label,
      name: kind.type,
      kind,
    })),
  ];
}

/**
 * Finds an association type by its number, or by its name in the older paths.
 *
 * @param given `279`, `contact_to_company`, `contact_to_company_unlabeled`, or the key of a label
 */
export function associationTypeNamed(
  object: ObjectSchema,
  other: ObjectSchema,
  given: string,
): AssociationType | undefined {
  return typesOfPair(object, other).named.get(given);
}

function typeNumber(
  table: Readonly<Record<string, Readonly<Record<string, number>>>>,
  { name, builtIn }: ObjectSchema,
  other: ObjectSchema,
): number | undefined {
  return builtIn && other.builtIn ? table[name]?.[other.name] : undefined;
}

/** HubSpot's numbers are below; all fit 32 bits with a sign, as its clients demand. */
const FIRST_OWN = 100_000;
const OWN_NUMBERS = 2_000_000_000;

function ownNumber(text: string): number {
  const hash = createHash("sha256").update(text).digest();
  return FIRST_OWN + (hash.readUIntBE(0, 6) % OWN_NUMBERS);
}
