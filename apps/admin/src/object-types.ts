import { hasPipeline, OBJECT_TYPE_NAMES, OBJECT_TYPES, type ObjectType } from "@rapport/model";
import type { IconProps } from "@tabler/icons-react";
import type { ComponentType } from "react";
import { iconOf } from "./object-icons.ts";

export type { ObjectType };

interface TypeNames {
  /** Segment of the URL. */
  readonly plural: string;
  readonly singular: string;
  readonly article: "a" | "an";
  readonly label: string;
  readonly icon: ComponentType<IconProps>;
  readonly hasPipeline: boolean;
}

export const TYPE_KEYS = OBJECT_TYPE_NAMES;

/** The object types with their names in the pages. */
export const TYPES = Object.fromEntries(TYPE_KEYS.map((type) => [type, namesOf(type)])) as Readonly<
  Record<ObjectType, TypeNames>
>;

function namesOf(type: ObjectType): TypeNames {
  const { plural, title, article, pluralTitle, admin } = OBJECT_TYPES[type];
  return {
    plural,
    singular: title,
    article,
    label: pluralTitle,
    icon: iconOf(admin.icon),
    hasPipeline: hasPipeline(type),
  };
}

/** Returns the object type for a segment of the URL. */
export function typeOfPlural(plural: string): ObjectType | undefined {
  return TYPE_KEYS.find((type) => TYPES[type].plural === plural);
}
