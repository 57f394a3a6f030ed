import {
  IconBuilding,
  IconCalendarEvent,
  IconCoin,
  type IconProps,
  IconTargetArrow,
  IconTicket,
  IconUser,
} from "@tabler/icons-react";
import type { ComponentType } from "react";
import type { Inputs } from "./api.ts";

export type ObjectType = Inputs["records"]["list"]["type"];

interface TypeNames {
  /** Segment of the URL. */
  readonly plural: string;
  readonly singular: string;
  readonly label: string;
  readonly icon: ComponentType<IconProps>;
  readonly hasPipeline: boolean;
}

/** The object types with their names in the pages. */
export const TYPES: Readonly<Record<ObjectType, TypeNames>> = {
  contact: named("contacts", "Contact", "Contacts", IconUser, false),
  company: named("companies", "Company", "Companies", IconBuilding, false),
  deal: named("deals", "Deal", "Deals", IconCoin, true),
  ticket: named("tickets", "Ticket", "Tickets", IconTicket, true),
  lead: named("leads", "Lead", "Leads", IconTargetArrow, true),
  appointment: named("appointments", "Appointment", "Appointments", IconCalendarEvent, true),
};

export const TYPE_KEYS = Object.keys(TYPES) as readonly ObjectType[];

function named(
  plural: string,
  singular: string,
  label: string,
  icon: ComponentType<IconProps>,
  hasPipeline: boolean,
): TypeNames {
  return { plural, singular, label, icon, hasPipeline };
}

/** Returns the object type for a segment of the URL. */
export function typeOfPlural(plural: string): ObjectType | undefined {
  return TYPE_KEYS.find((type) => TYPES[type].plural === plural);
}
