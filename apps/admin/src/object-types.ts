import { builtInType, OBJECT_TYPE_NAMES } from "@rapport/model";
import type { IconProps } from "@tabler/icons-react";
import type { ComponentType } from "react";
import { iconOf } from "./object-icons.ts";

interface TypeNames {
  /** Segment of the URL. */
  readonly plural: string;
  readonly singular: string;
  readonly article: "a" | "an";
  readonly label: string;
  readonly icon: ComponentType<IconProps>;
  readonly hasPipeline: boolean;
}

export const TYPE_KEYS: readonly string[] = OBJECT_TYPE_NAMES;

const NAMES: ReadonlyMap<string, TypeNames> = new Map(
  TYPE_KEYS.map((type) => {
    const { plural, title, article, pluralTitle, admin, pipeline } = builtInType(type);
    const names = {
      ...{ plural, singular: title, article, label: pluralTitle, icon: iconOf(admin.icon) },
      hasPipeline: pipeline !== null,
    };
    return [type, names];
  }),
);

/**
 * Returns the names of an object type in the pages.
 *
 * @throws {Error} if there is no such type
 */
export function typeNames(type: string): TypeNames {
  const names = NAMES.get(type);
  if (names === undefined) throw new Error(`There is no object type named ${type}.`);
  return names;
}

/** Returns the object type for a segment of the URL. */
export function typeOfPlural(plural: string): string | undefined {
  return TYPE_KEYS.find((type) => typeNames(type).plural === plural);
}
