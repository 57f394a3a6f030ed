import { Autocomplete, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../../api.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { fieldErrors } from "../../ui/forms/field-errors.ts";
import { FormActions } from "../../ui/forms/form-actions.tsx";
import { PanelForm } from "../../ui/forms/panel-form.tsx";
import { SUGGESTS } from "../../ui/forms/suggests.tsx";
import { useChange } from "../../ui/forms/use-change.ts";
import { ErrorNotice } from "../../ui/pages/error-notice.tsx";
import { jsonError } from "./import-templates.tsx";
import { MAX_CHARACTERS } from "./search.ts";
import { KNOWN_CATEGORIES, KNOWN_STATUSES } from "./template-list.tsx";
import { INVALIDATED_BY_TEMPLATES } from "./use-templates.ts";

const FIELDS = ["name", "language", "status", "category", "components"] as const;
const required = (value: string) => (value.trim() === "" ? "Required" : null);

/** The form that adds a template. */
export function AddTemplate({ onClose }: { readonly onClose: () => void }) {
  const projectId = useProjectId();
  const create = useChange(api.templates.create.mutationOptions(), {
    invalidates: INVALIDATED_BY_TEMPLATES,
    done: (_, { name }) => `Template ${name} added.`,
    showsError: true,
    onDone: onClose,
  });
  const form = useForm({
    initialValues: { name: "", language: "", status: "", category: "", components: "" },
    validate: {
      name: required,
      language: required,
      status: required,
      category: required,
      components: (text) => (text.trim() === "" ? null : jsonError(text)),
    },
    // The server's errors are about the old values.
    onValuesChange: () => create.error && create.reset(),
  });
  const errors = fieldErrors(create.error, FIELDS);
  const field = (name: (typeof FIELDS)[number]) => ({
    ...form.getInputProps(name),
    error: form.errors[name] ?? errors?.[name],
  });
  const text = { required: true, maxLength: MAX_CHARACTERS, autoComplete: "off" };
  return (
    <PanelForm
      isChanged={form.isDirty() && !create.isPending}
      onSubmit={form.onSubmit(({ components, ...template }) =>
        create.mutate({
          projectId,
          ...template,
          ...(components.trim() === "" ? {} : { components: JSON.parse(components) }),
        }),
      )}
      actions={
        <FormActions action="Add template" isPending={create.isPending} onCancel={onClose} />
      }
    >
      <TextInput
        data-autofocus
        label="Name"
        description="The name on the platform, such as order_confirmation."
        {...text}
        {...field("name")}
      />
      <TextInput
        label="Language"
        description="A code such as en_US or en-US."
        {...text}
        {...field("language")}
      />
      <Autocomplete
        label="Status"
        data={KNOWN_STATUSES}
        {...SUGGESTS}
        {...text}
        {...field("status")}
      />
      <Autocomplete
        label="Category"
        data={KNOWN_CATEGORIES}
        {...SUGGESTS}
        {...text}
        {...field("category")}
      />
      <Textarea
        label="Components"
        description="Header, body, footer and buttons as JSON. Optional."
        placeholder='[{ "type": "BODY", "text": "Hello {{1}}" }]'
        autosize
        minRows={4}
        maxRows={16}
        spellCheck={false}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        {...field("components")}
      />
      {create.error && errors === null ? <ErrorNotice error={create.error} /> : null}
    </PanelForm>
  );
}
