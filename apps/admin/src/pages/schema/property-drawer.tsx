import { Text } from "@mantine/core";
import { typeNames } from "../../object-types.ts";
import { PropertyForm } from "./property-form.tsx";
import { SideDrawer } from "./side-form.tsx";
import type { Property } from "./use-schema-search.ts";

interface PropertyDrawerProps {
  readonly type: string;
  /** Undefined for a new property. */
  readonly property: Property | undefined;
  /** Internal name from the URL. */
  readonly name: string | undefined;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** The drawer that adds or edits a property. */
export function PropertyDrawer({ type, property, name, opened, onClose }: PropertyDrawerProps) {
  const isMissing = name !== undefined && property === undefined;
  return (
    <SideDrawer
      opened={opened}
      onClose={onClose}
      title={property?.label ?? `New ${typeNames(type).singular.toLowerCase()} property`}
    >
      {isMissing ? (
        <Text>There is no property {name}. Another admin may have removed it.</Text>
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
