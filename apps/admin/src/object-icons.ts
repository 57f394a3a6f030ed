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
  IconNote,
  type IconProps,
  IconReceipt,
  IconSchool,
  IconTargetArrow,
  IconTicket,
  IconTool,
  IconTruck,
  IconUser,
} from "@tabler/icons-react";
import type { ComponentType } from "react";

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
  note: IconNote,
  receipt: IconReceipt,
  school: IconSchool,
  target: IconTargetArrow,
  ticket: IconTicket,
  tool: IconTool,
  truck: IconTruck,
  user: IconUser,
};

/** Returns the icon of a name from the model; a box for an unknown name. */
export function iconOf(name: string): ComponentType<IconProps> {
  return ICONS[name] ?? IconBox;
}
