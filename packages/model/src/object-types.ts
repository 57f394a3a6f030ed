import type { ActivityDefinition, ObjectTypeDefinition } from "./definition.ts";
import { appointment } from "./types/appointment.ts";
import { call } from "./types/call.ts";
import { company } from "./types/company.ts";
import { contact } from "./types/contact.ts";
import { deal } from "./types/deal.ts";
import { email } from "./types/email.ts";
import { lead } from "./types/lead.ts";
import { meeting } from "./types/meeting.ts";
import { note } from "./types/note.ts";
import { task } from "./types/task.ts";
import { ticket } from "./types/ticket.ts";

/** All object types, in the order in which documents and pages list them. */
export const OBJECT_TYPES = {
  contact,
  company,
  deal,
  ticket,
  lead,
  appointment,
  note,
  task,
  call,
  email,
  meeting,
} as const satisfies Record<string, ObjectTypeDefinition>;

export type ObjectType = keyof typeof OBJECT_TYPES;

/** The types whose records are in a pipeline. */
export type PipelineType = {
  [T in ObjectType]: (typeof OBJECT_TYPES)[T]["pipeline"] extends null ? never : T;
}[ObjectType];

export const OBJECT_TYPE_NAMES = Object.keys(OBJECT_TYPES) as readonly ObjectType[];

export const PIPELINE_TYPE_NAMES: readonly PipelineType[] = OBJECT_TYPE_NAMES.filter(hasPipeline);

/** A type whose records timelines show. */
type Shown<T> = T & { readonly activity: ActivityDefinition };

/**
 * Returns the types of activities that the timeline of a record shows. The timeline of an activity shows only types that
 * can be about activities.
 *
 * @param types the types of the project
 * @param type name of the record's type
 */
export function timelineActivities<
  T extends { readonly name: string; readonly activity?: ActivityDefinition | null | undefined },
>(types: readonly T[], type: string): readonly Shown<T>[] {
  const all = types.filter((one): one is Shown<T> => Boolean(one.activity));
  const isActivity = all.some(({ name }) => name === type);
  return all.filter(
    ({ name, activity }) => name !== type && (!isActivity || activity.isOnActivities === true),
  );
}

/**
 * Returns whether the sidebar has a type. Built-in activities without a key are logged now and then, on other records'
 * pages.
 */
export function isInSidebar({
  activity,
  builtIn = true,
}: Pick<ObjectTypeDefinition, "activity"> & { readonly builtIn?: boolean }): boolean {
  return !builtIn || activity === undefined || activity.key !== undefined;
}

/**
 * Returns the definition of a built-in object type.
 *
 * @throws {Error} if there is no such type
 */
export function builtInType(name: string): ObjectTypeDefinition {
  const type = parseObjectType(name);
  if (type === undefined) throw new Error(`There is no built-in object type named ${name}.`);
  return OBJECT_TYPES[type];
}

/** Returns whether records of a type are in a pipeline. */
export function hasPipeline(type: string): type is PipelineType {
  return builtInType(type).pipeline !== null;
}

/** Returns whether the type's stages have a probability, which its records then show. */
export function hasProbability(type: string): boolean {
  return builtInType(type).properties.some(({ name }) => name === "probability");
}

/** Returns whether a record of the type gets a close date when it enters a closed stage. */
export function hasCloseDate(type: string): boolean {
  return builtInType(type).properties.some(({ name }) => name === "closeDate");
}

/** Returns whether records of the type have amounts of money, which boards and reports sum. */
export function hasMoney(name: string): boolean {
  const type = parseObjectType(name);
  return type !== undefined && OBJECT_TYPES[type].money !== null;
}

/** Returns the type's name with its indefinite article: `a deal`, `an appointment`. */
export function withArticle({ name }: Pick<ObjectTypeDefinition, "name">): string {
  return `${/^[aeiou]/.test(name) ? "an" : "a"} ${name}`;
}

/**
 * Returns the object type that is stored by a name.
 *
 * @returns undefined unless the name is exactly a type's singular name
 */
export function parseObjectType(name: string): ObjectType | undefined {
  return Object.hasOwn(OBJECT_TYPES, name) ? (name as ObjectType) : undefined;
}
