import { Select, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../../../api.ts";
import { typeNames } from "../../../object-types.ts";
import { useProjectId } from "../../../shell/use-project.ts";
import { DialogForm } from "../../../ui/dialogs/dialog-form.tsx";
import { fieldErrors } from "../../../ui/forms/field-errors.ts";
import { useChange } from "../../../ui/forms/use-change.ts";
import { nameFrom, TYPE_HINTS, TYPE_NAMES } from "../../schema/property-types.ts";
import { INVALIDATED_BY_SCHEMA, type PropertyType } from "../../schema/use-schema-search.ts";
import type { Draft } from "./use-draft.ts";

interface CreatePropertyProps {
  readonly type: string;
  readonly column: Draft["columns"][number];
  readonly onCreated: (name: string) => void;
  readonly onClose: () => void;
}

const TYPE_CHOICES = Object.entries(TYPE_NAMES).map(([value, label]) => ({ value, label }));
const FIELDS = ["label", "name", "type"];

/** The dialog that creates a property for a column. Its type is what the values look like. */
export function CreateProperty({ type, column, onCreated, onClose }: CreatePropertyProps) {
  const projectId = useProjectId();
  const form = useForm({
    initialValues: {
      label: column.name.slice(0, 255),
      name: nameFrom(column.name),
      type: (column.look ?? "string") as PropertyType,
    },
  });
  const save = useChange(api.schema.saveProperty.mutationOptions(), {
    invalidates: INVALIDATED_BY_SCHEMA,
    showsError: true,
    // The column shows the property. A notification would cover the next button on a phone.
    onDone: ({ name }) => {
      onCreated(name);
      onClose();
    },
  });
  const submit = form.onSubmit((values) =>
    save.mutate(
      { projectId, type, settings: { ...values, label: values.label.trim() }, isNew: true },
      { onError: (error) => form.setErrors(fieldErrors(error, FIELDS) ?? {}) },
    ),
  );
  const isShownAtField = fieldErrors(save.error, FIELDS) !== null;
  return (
    <DialogForm
      title={`New ${typeNames(type).singular.toLowerCase()} property`}
      action="Create property"
      isChanged={form.isDirty()}
      change={{ isPending: save.isPending, error: isShownAtField ? null : save.error }}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label="Label"
        description="What admins see."
        required
        {...form.getInputProps("label")}
      />
      <TextInput
        label="Internal name"
        description="The name in the API. It cannot be changed later."
        required
        spellCheck={false}
        {...form.getInputProps("name")}
      />
      <Select
        label="Type"
        description={`${TYPE_HINTS[form.values.type]} It cannot be changed later.`}
        data={TYPE_CHOICES}
        allowDeselect={false}
        {...form.getInputProps("type")}
      />
    </DialogForm>
  );
}
