import {
  builtInType,
  hasCloseDate,
  hasPipeline,
  hasProbability,
  isInSidebar,
  OBJECT_TYPE_NAMES,
  type ObjectTypeDefinition,
  timelineActivities,
} from "@rapport/model";
import { IconBox, type IconProps } from "@tabler/icons-react";
import type { ComponentType } from "react";
import type { Outputs } from "./api.ts";
import { ICONS } from "./icons.ts";
import { createStore } from "./store.ts";

/** An object type of a project, as the server describes it. */
export type ObjectType = Outputs["schema"]["types"][number];

interface TypeNames {
  /** Segment of the URL. */
  readonly plural: string;
  readonly singular: string;
  readonly article: "a" | "an";
  readonly label: string;
  readonly icon: ComponentType<IconProps>;
  readonly hasPipeline: boolean;
}

/** The types of a project that changed none, for the pages outside of projects. */
const BUILT_IN: readonly ObjectType[] = OBJECT_TYPE_NAMES.map((type) => {
  const definition: ObjectTypeDefinition = builtInType(type);
  const { name, plural, title, pluralTitle, article, rules, admin, ...traits } = definition;
  const { nameProperties, detailProperties, money, properties } = traits;
  const details = detailProperties.flat();
  return {
    ...{ name, plural, article, label: title, pluralLabel: pluralTitle, description: null },
    layout: null,
    ...{ nameProperties, money, builtIn: true },
    ...{ required: rules.required ?? [], initial: rules.initial ?? {}, ...admin },
    hasTimeAsDetail: properties.some(
      ({ name, type }) => type === "datetime" && details.includes(name),
    ),
    isInSidebar: isInSidebar(definition),
    activity: definition.activity ?? null,
    hasPipeline: hasPipeline(type),
    hasProbability: hasProbability(type),
    hasCloseDate: hasCloseDate(type),
  };
});

/** The types of the project whose pages are shown, by name. The app shows one project at a time. */
const shown = createStore(byName(BUILT_IN));

function byName(types: readonly ObjectType[]): ReadonlyMap<string, ObjectType> {
  return new Map(types.map((type) => [type.name, type]));
}

/**
 * Makes the pages show these types.
 *
 * @param types undefined on pages of the installation
 */
export function showTypes(types: readonly ObjectType[] = BUILT_IN): void {
  const next = byName(types);
  if (JSON.stringify([...next]) !== JSON.stringify([...shown.get()])) shown.set(next);
}

/** Renders the component again when the types of the project change. */
export function useTypes(): void {
  shown.use((types) => types);
}

/** Returns the names of the project's types: the built-in ones, then its own. */
export function typeKeys(): readonly string[] {
  return [...shown.get().keys()];
}

/** Returns the types of activities that the timeline of a record shows. */
export function activitiesOnRecord(type: string) {
  return timelineActivities([...shown.get().values()], type);
}

/** Returns an object type. One that the project has no longer, which old entries may name, has no properties. */
export function objectType(type: string): ObjectType {
  return shown.get().get(type) ?? removedType(type);
}

function removedType(name: string): ObjectType {
  const words = name.replaceAll("_", " ");
  const label = `${words.charAt(0).toUpperCase()}${words.slice(1)} record`;
  return {
    ...{ name, plural: name, article: "a", label, pluralLabel: `${label}s`, description: null },
    ...{
      nameProperties: [],
      money: null,
      hasTimeAsDetail: false,
      isInSidebar: true,
      activity: null,
    },
    layout: null,
    ...{ required: [], initial: {}, icon: "box", columns: [], sortName: "created_at", form: [] },
    ...{ builtIn: false, hasPipeline: false, hasProbability: false, hasCloseDate: false },
  };
}

/** Returns the names of an object type in the pages. */
export function typeNames(type: string): TypeNames {
  const { plural, label, article, pluralLabel, icon, hasPipeline } = objectType(type);
  const names = { plural, singular: label, article, label: pluralLabel, icon: findIcon(icon) };
  return { ...names, hasPipeline };
}

/** Returns the object type for a segment of the URL. */
export function typeOfPlural(plural: string): string | undefined {
  return [...shown.get().values()].find((type) => type.plural === plural)?.name;
}

/** Returns the icon of a name; a box for an unknown name. */
function findIcon(name: string): ComponentType<IconProps> {
  return ICONS[name] ?? IconBox;
}
