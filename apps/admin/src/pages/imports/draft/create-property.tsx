import { typeNames } from "../../../object-types.ts";
import { useProject } from "../../../shell/use-project.ts";
import { Form } from "../../../ui/forms/form.tsx";
import { nameFrom, newNameField, typeField } from "../../schema/property-types.ts";
import type { PropertyType } from "../../schema/use-schema-search.ts";
import type { Draft } from "./use-draft.ts";

interface CreatePropertyProps {
  readonly type: string;
  readonly column: Draft["columns"][number];
  readonly onCreated: (name: string) => void;
  readonly onClose: () => void;
}

/** The dialog that creates a property for a column. Its type is what the values look like. */
export function CreateProperty({ type, column, onCreated, onClose }: CreatePropertyProps) {
  return (
    <Form
      title={`New ${typeNames(type).singular.toLowerCase()} property`}
      action="Create property"
      initial={{
        label: column.name.slice(0, 255),
        name: nameFrom(column.name),
        type: (column.look ?? "string") as PropertyType,
      }}
      fields={({ values }) => [
        { name: "label", label: "Label", help: "What admins see.", required: true },
        newNameField,
        typeField(values.type),
      ]}
      of={useProject().schema.saveProperty}
      input={(settings) => ({ type, settings, isNew: true })}
      // The column shows the property. A notification would cover the next button on a phone.
      onDone={({ name }) => onCreated(name)}
      onClose={onClose}
    />
  );
}
