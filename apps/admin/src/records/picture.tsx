import { objectType, typeNames } from "../object-types.ts";
import type { PropertyData } from "../property/property-types.ts";
import { Avatar, makeInitials } from "../ui/values/avatar.tsx";

interface PictureProps {
  readonly type: string;
  /** Undefined while it is loading. */
  readonly record:
    | { readonly name: string; readonly properties: Readonly<Record<string, PropertyData>> }
    | undefined;
  readonly size?: "sm" | "lg";
}

/** The letters of a person, the initial of a domain or a name, or the icon of the type. */
export function Picture({ type, record, size = "lg" }: PictureProps) {
  const { domain } = record?.properties ?? {};
  const name = typeof domain === "string" && domain !== "" ? domain : (record?.name ?? "");
  const isPerson = isOfPeople(type);
  const initials = makeInitials(name);
  const letters = isPerson ? initials : initials.slice(0, 1);
  const { icon: Icon } = typeNames(type);
  const sign = letters === "" ? <Icon size={size === "lg" ? 20 : 12} stroke={1.6} /> : letters;
  return <Avatar name={name} letters={sign} isPerson={isPerson} size={size} />;
}

/** Returns whether records of a type are people: their name has several parts. */
export function isOfPeople(type: string): boolean {
  return (objectType(type).nameProperties[0]?.length ?? 0) > 1;
}
