import { NumberInput, Select, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../../api.ts";
import { typeKeys, typeNames } from "../../object-types.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { fieldErrors, focusFirst } from "../../ui/forms/field-errors.ts";
import { useChange } from "../../ui/forms/use-change.ts";
import { SideForm } from "./side-form.tsx";
import { type AssociationLabel, INVALIDATED_BY_SCHEMA } from "./use-schema-search.ts";

interface LabelFormProps {
  readonly type: string;
  /** Undefined for a new label. */
  readonly label: AssociationLabel | undefined;
  readonly onClose: () => void;
}

const FIELDS = ["label", "key", "inverseLabel", "inverseKey", "maxPerSource", "maxPerTarget"];

/** The form that adds a label of associations, or changes its names and limits. */
export function LabelForm({ type, label, onClose }: LabelFormProps) {
  const projectId = useProjectId();
  const form = useForm({
    initialValues: {
      toType: label?.toType ?? (type === "company" ? "contact" : "company"),
      label: label?.label ?? "",
      inverseLabel: label?.inverseLabel ?? "",
      maxPerSource: label?.maxPerSource ?? "",
      maxPerTarget: label?.maxPerTarget ?? "",
    },
  });
  const save = useChange(api.schema.saveAssociationLabel.mutationOptions(), {
    invalidates: INVALIDATED_BY_SCHEMA,
    showsError: true,
    isRepeated: true,
    done: () => `${form.values.label.trim()} ${label === undefined ? "added" : "saved"}`,
    onDone: onClose,
  });
  const submit = form.onSubmit((values) => {
    const inverseLabel = values.inverseLabel.trim() || values.label.trim();
    const names =
      label === undefined
        ? { key: keyOf(values.label), inverseKey: keyOf(inverseLabel) }
        : { key: label.key };
    const { key, ...inverse } = names;
    save.mutate(
      {
        ...{ projectId, type, toType: values.toType, isNew: label === undefined, key },
        settings: {
          ...{ label: values.label.trim(), inverseLabel, ...inverse },
          maxPerSource: limitOf(values.maxPerSource),
          maxPerTarget: limitOf(values.maxPerTarget),
        },
      },
      {
        onError: (error) => {
          const { key, inverseKey, ...errors } = fieldErrors(error, FIELDS) ?? {};
          const shown = {
            ...errors,
            ...(key === undefined ? {} : { label: key }),
            ...(inverseKey === undefined ? {} : { inverseLabel: inverseKey }),
          };
          form.setErrors(shown);
          focusFirst(form, shown);
        },
      },
    );
  });
  const [own, other] = [typeNames(type), typeNames(form.values.toType)];
  return (
    <SideForm
      action={label === undefined ? "Add label" : "Save"}
      isChanged={form.isDirty()}
      change={save}
      isShownAtField={fieldErrors(save.error, FIELDS) !== null}
      onSubmit={submit}
      onClose={onClose}
    >
      <Select
        label="With"
        allowDeselect={false}
        disabled={label !== undefined}
        data={typeKeys().map((one) => ({ value: one, label: typeNames(one).label }))}
        {...form.getInputProps("toType")}
      />
      <TextInput
        data-autofocus
        label="Label"
        description={`What a ${own.singular.toLowerCase()} says, such as “Decision maker”.`}
        required
        {...form.getInputProps("label")}
      />
      <TextInput
        label="From the other side"
        description={`What a ${other.singular.toLowerCase()} says, such as “Decided by”. The same if empty.`}
        {...form.getInputProps("inverseLabel")}
      />
      <NumberInput
        label={`Most per ${own.singular.toLowerCase()}`}
        description="Any number if empty."
        min={1}
        allowDecimal={false}
        {...form.getInputProps("maxPerSource")}
      />
      <NumberInput
        label={`Most per ${other.singular.toLowerCase()}`}
        description="Any number if empty."
        min={1}
        allowDecimal={false}
        {...form.getInputProps("maxPerTarget")}
      />
    </SideForm>
  );
}

function limitOf(value: number | string): number | null {
  return value === "" ? null : Number(value);
}

/** Makes an internal name from a label. */
function keyOf(label: string): string {
  const plain = label
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{Mark}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "");
  return (/^[a-z]/.test(plain) ? plain : `label_${plain}`).slice(0, 60);
}
