import { useProject } from "../../shell/use-project.ts";
import { type Field, Form } from "../../ui/forms/form.tsx";
import { jsonError } from "./import-templates.tsx";
import { MAX_CHARACTERS } from "./search.ts";
import { KNOWN_CATEGORIES, KNOWN_STATUSES } from "./template-list.tsx";

const EMPTY = { name: "", language: "", status: "", category: "", components: "" };
const text = { required: "Required", input: { maxLength: MAX_CHARACTERS } } as const;

const FIELDS: readonly Field<typeof EMPTY>[] = [
  {
    ...{ name: "name", label: "Name", ...text },
    help: "The name on the platform, such as order_confirmation.",
  },
  { name: "language", label: "Language", help: "A code such as en_US or en-US.", ...text },
  { name: "status", label: "Status", kind: "suggest", options: KNOWN_STATUSES, ...text },
  { name: "category", label: "Category", kind: "suggest", options: KNOWN_CATEGORIES, ...text },
  {
    name: "components",
    kind: "area",
    label: "Components",
    help: "Header, body, footer and buttons as JSON. Optional.",
    input: {
      placeholder: '[{ "type": "BODY", "text": "Hello {{1}}" }]',
      minRows: 4,
      maxRows: 16,
      spellCheck: false,
      styles: { input: { fontFamily: "var(--mantine-font-family-monospace)" } },
    },
  },
];

/** The form that adds a template. */
export function AddTemplate({ onClose }: { readonly onClose: () => void }) {
  return (
    <Form
      action="Add template"
      initial={EMPTY}
      fields={FIELDS}
      validate={{ components: (text) => (text.trim() === "" ? null : jsonError(text)) }}
      of={useProject().templates.create}
      input={({ components, ...template }) => ({
        ...template,
        ...(components !== "" && { components: JSON.parse(components) }),
      })}
      done={(_, { name }) => `Template ${name} added.`}
      onClose={onClose}
    />
  );
}
