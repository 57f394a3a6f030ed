import { typeKeys, typeNames } from "../../object-types.ts";
import { useProject } from "../../shell/use-project.ts";
import { Form } from "../../ui/forms/form.tsx";
import type { AssociationLabel } from "./use-schema-search.ts";

interface LabelFormProps {
  readonly type: string;
  /** Undefined for a new label. */
  readonly label: AssociationLabel | undefined;
  readonly onClose: () => void;
}

/** The form that adds a label of associations, or changes its names and limits. */
export function LabelForm({ type, label, onClose }: LabelFormProps) {
  const isNew = label === undefined;
  const noun = (type: string) => typeNames(type).singular.toLowerCase();
  const limit = { help: "Any number if empty.", input: { min: 1, allowDecimal: false } };
  return (
    <Form
      action={isNew ? "Add label" : "Save"}
      initial={{
        toType: label?.toType ?? (type === "company" ? "contact" : "company"),
        label: label?.label ?? "",
        inverseLabel: label?.inverseLabel ?? "",
        maxPerSource: (label?.maxPerSource ?? "") as number | string,
        maxPerTarget: (label?.maxPerTarget ?? "") as number | string,
      }}
      fields={({ values: { toType } }) => [
        {
          name: "toType",
          kind: "select",
          label: "With",
          options: typeKeys().map((one) => ({ value: one, label: typeNames(one).label })),
          input: { disabled: !isNew },
        },
        {
          name: "label",
          label: "Label",
          help: `What a ${noun(type)} says, such as “Decision maker”.`,
          required: true,
          isFirst: true,
        },
        {
          name: "inverseLabel",
          label: "From the other side",
          help: `What a ${noun(toType)} says, such as “Decided by”. The same if empty.`,
        },
        { name: "maxPerSource", kind: "number", label: `Most per ${noun(type)}`, ...limit },
        { name: "maxPerTarget", kind: "number", label: `Most per ${noun(toType)}`, ...limit },
      ]}
      paths={{ key: "label", inverseKey: "inverseLabel" }}
      of={useProject().schema.saveAssociationLabel}
      input={(values) => {
        const inverseLabel = values.inverseLabel || values.label;
        return {
          ...{ type, toType: values.toType, isNew, key: isNew ? keyOf(values.label) : label.key },
          settings: {
            ...{ label: values.label, inverseLabel },
            ...(isNew && { inverseKey: keyOf(inverseLabel) }),
            maxPerSource: limitOf(values.maxPerSource),
            maxPerTarget: limitOf(values.maxPerTarget),
          },
        };
      }}
      isRepeated
      done={(_, { settings }) => `${settings.label} ${isNew ? "added" : "saved"}`}
      onClose={onClose}
    />
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
