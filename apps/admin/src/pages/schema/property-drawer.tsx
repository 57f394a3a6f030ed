import { Text } from "@mantine/core";
import { type ObjectType, TYPES } from "../../object-types.ts";
import { PropertyForm } from "./property-form.tsx";
import { SideDrawer } from "./side-form.tsx";
import type { Property } from "./use-schema-search.ts";

interface PropertyDrawerProps {
  readonly type: ObjectType;
  /** Undefined for a new one. */
  readonly property: Property | undefined;
  /** The internal name that the address asks for. */
  readonly name: string | undefined;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** A property at the side of the table, or a new one. */
export function PropertyDrawer({ type, property, name, opened, onClose }: PropertyDrawerProps) {
  const isMissing = name !== undefined && property === undefined;
  return (
    <SideDrawer
      opened={opened}
      onClose={onClose}
      title={property?.label ?? `New ${TYPES[type].singular.toLowerCase()} property`}
    >
      {isMissing ? (
        <Text>
          There is no property {name}. It may have been removed; close this to see those there are.
        </Text>
      ) : (
        <PropertyForm
          key={property?.name ?? ""}
          type={type}
          property={property}
          onClose={onClose}
        />
      )}
    </SideDrawer>
  );
}
