import { Autocomplete, Fieldset, Stack } from "@mantine/core";
import { RULES_OF_TYPES, type RuleName } from "@rapport/model";
import { PropertyInput } from "../../../property/property-input.tsx";
import type { PropertyDefinition } from "../../../property/property-types.ts";
import { useSchema } from "../../../property/use-schema.ts";
import { SUGGESTS } from "../../../ui/forms/suggestions.tsx";
import type { Property } from "../use-schema-search.ts";
import type { PropertyFormState } from "./property-values.ts";

interface RulesFieldsProps {
  readonly type: string;
  readonly property: Property | undefined;
  readonly form: PropertyFormState;
}

/** Labels of the rules, with hints where a label alone does not say it. */
const LABELS: Readonly<Record<RuleName, readonly [label: string, hint?: string]>> = {
  minLength: ["Fewest characters"],
  maxLength: ["Most characters"],
  pattern: ["Pattern", "A regular expression of the whole value, such as [A-Z]{2}[0-9]+"],
  min: ["Least"],
  max: ["Greatest"],
  decimals: ["Most decimals", "0 allows only whole numbers."],
  notBefore: ["Not before"],
  notAfter: ["Not after"],
};

/** The fields of the rules, as the server names them in its issues, with their labels. */
export const RULE_FIELDS = (Object.keys(LABELS) as RuleName[]).map((name) => ({
  name,
  label: LABELS[name][0],
}));

/** The rules of the values of a property, its default and its group. */
export function RulesFields({ type, property, form }: RulesFieldsProps) {
  const { values } = form;
  const names = RULES_OF_TYPES[values.type];
  return (
    <>
      <GroupField type={type} form={form} />
      {!isSetElsewhere(property) && (
        <>
          <PropertyInput
            key={`${values.type}.${values.multi}`}
            definition={{ ...definitionInForm(values), name: "default", label: "Default" }}
            description="New records without a value get it."
            value={values.default}
            onChange={(value) => form.setFieldValue("default", value)}
            error={form.errors.default}
          />
          {names.length > 0 && (
            <Fieldset legend="Rules">
              <Stack gap="sm">
                {names.map((name) => (
                  <PropertyInput
                    key={`${values.type}.${name}`}
                    definition={{
                      ...limitDefinition(name, values.type),
                      name,
                      label: LABELS[name][0],
                    }}
                    description={LABELS[name][1]}
                    value={values[name]}
                    onChange={(value) =>
                      form.setFieldValue(name, value === null ? null : String(value))
                    }
                    error={form.errors[name]}
                  />
                ))}
              </Stack>
            </Fieldset>
          )}
        </>
      )}
    </>
  );
}

/** Whether other properties or the pipelines set the values of a property. */
function isSetElsewhere(property: Property | undefined): boolean {
  if (property === undefined) return false;
  const { readOnly, builtIn, name } = property;
  return readOnly || (builtIn && (name === "pipeline" || name === "stage"));
}

function GroupField({ type, form }: Pick<RulesFieldsProps, "type" | "form">) {
  const { data } = useSchema(type);
  const known = new Set(data?.properties.flatMap(({ group }) => group ?? []));
  return (
    <Autocomplete
      {...SUGGESTS}
      label="Group"
      description="The heading above it on pages and in forms."
      data={[...known]}
      maxLength={100}
      {...form.getInputProps("group")}
    />
  );
}

const PLAIN = {
  multi: false,
  indexed: false,
  unique: false,
  readOnly: false,
  builtIn: false,
  closed: false,
} as const;

function definitionInForm({
  type,
  multi,
  options,
  closed,
}: PropertyFormState["values"]): Omit<PropertyDefinition, "name" | "label"> {
  const isClosed = type === "enumeration" && closed;
  return { ...PLAIN, type, multi, closed: isClosed, options: options.filter(({ value }) => value) };
}

/** The limit of a rule has the type of the values, or is a number or a text. */
function limitDefinition(rule: RuleName, type: PropertyDefinition["type"]) {
  if (rule === "pattern") return { ...PLAIN, type: "string" } as const;
  const isTime = rule === "notBefore" || rule === "notAfter";
  return { ...PLAIN, type: isTime ? type : "number" } as const;
}
