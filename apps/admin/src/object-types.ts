import { builtInType, OBJECT_TYPE_NAMES } from "@rapport/model";
import {
  IconBox,
  IconBriefcase,
  IconBuilding,
  IconCalendarEvent,
  IconChecklist,
  IconCoin,
  IconCreditCard,
  IconFileText,
  IconHome2,
  IconMail,
  IconNote,
  IconPhone,
  type IconProps,
  IconReceipt,
  IconSchool,
  IconTargetArrow,
  IconTicket,
  IconTool,
  IconTruck,
  IconUser,
  IconUsers,
} from "@tabler/icons-react";
import type { ComponentType } from "react";

interface TypeNames {
  /** Segment of the URL. */
  readonly plural: string;
  readonly singular: string;
  readonly article: "a" | "an";
  readonly label: string;
  readonly icon: ComponentType<IconProps>;
  readonly hasPipeline: boolean;
  /** False for activities that are logged now and then. The palette and the pages of records lead to them. */
  readonly isInSidebar: boolean;
}

export const TYPE_KEYS: readonly string[] = OBJECT_TYPE_NAMES;

/** The icons that an object type can name; more than the types use, so that a new type needs no code. */
const ICONS: Readonly<Record<string, ComponentType<IconProps>>> = {
  briefcase: IconBriefcase,
  building: IconBuilding,
  calendar: IconCalendarEvent,
  checklist: IconChecklist,
  coin: IconCoin,
  "credit-card": IconCreditCard,
  file: IconFileText,
  home: IconHome2,
  mail: IconMail,
  note: IconNote,
  phone: IconPhone,
  receipt: IconReceipt,
  school: IconSchool,
  target: IconTargetArrow,
  ticket: IconTicket,
  tool: IconTool,
  truck: IconTruck,
  user: IconUser,
  users: IconUsers,
};

const NAMES: ReadonlyMap<string, TypeNames> = new Map(
  TYPE_KEYS.map((type) => {
    const { plural, title, article, pluralTitle, admin, pipeline, activity } = builtInType(type);
    const names = {
      ...{ plural, singular: title, article, label: pluralTitle, icon: iconOf(admin.icon) },
      hasPipeline: pipeline !== null,
      isInSidebar: activity === undefined || activity.key !== undefined,
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

/** Returns the icon of a name from the model; a box for an unknown name. */
function iconOf(name: string): ComponentType<IconProps> {
  return ICONS[name] ?? IconBox;
}
