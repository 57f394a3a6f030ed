import { Checkbox, Select, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../../api.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { fieldErrors } from "../../ui/forms/field-errors.ts";
import { FormActions } from "../../ui/forms/form-actions.tsx";
import { PanelForm } from "../../ui/forms/panel-form.tsx";
import { useChange } from "../../ui/forms/use-change.ts";
import { ErrorNotice } from "../../ui/pages/error-notice.tsx";
import { EventPicker } from "./event-picker.tsx";
import type { NewSecret } from "./show-secret.tsx";
import { type Endpoint, INVALIDATED_BY_WEBHOOKS } from "./use-endpoints.ts";

interface Values {
  readonly url: string;
  readonly description: string;
  readonly events: readonly string[];
  readonly payload: Endpoint["payload"];
  readonly allowDuplicateUrl: boolean;
}

interface CreateEndpointProps {
  readonly onClose: () => void;
  readonly onSecret: (secret: NewSecret) => void;
}

/** The form that creates an endpoint. */
export function CreateEndpoint({ onClose, onSecret }: CreateEndpointProps) {
  const projectId = useProjectId();
  const create = useChange(api.webhooks.endpoints.create.mutationOptions(), {
    invalidates: INVALIDATED_BY_WEBHOOKS,
    showsError: true,
    onDone: ({ signingSecret: value }) => {
      onClose();
      onSecret({ title: "Endpoint created", value });
    },
  });
  return (
    <EndpointForm
      initial={{
        url: "",
        description: "",
        events: [],
        payload: "compact",
        allowDuplicateUrl: false,
      }}
      action="Create endpoint"
      change={create}
      onSubmit={(values) => create.mutate({ projectId, ...values, events: [...values.events] })}
      onClose={onClose}
    />
  );
}

interface EditEndpointProps {
  readonly endpoint: Endpoint;
  readonly onClose: () => void;
}

/** The form that edits an endpoint. */
export function EditEndpoint({ endpoint, onClose }: EditEndpointProps) {
  const projectId = useProjectId();
  const { id: endpointId, url, description, events, payload } = endpoint;
  const update = useChange(api.webhooks.endpoints.update.mutationOptions(), {
    invalidates: INVALIDATED_BY_WEBHOOKS,
    done: "Endpoint saved.",
    showsError: true,
    onDone: onClose,
  });
  return (
    <EndpointForm
      initial={{ url, description: description ?? "", events, payload, allowDuplicateUrl: false }}
      action="Save"
      change={update}
      onSubmit={(values) =>
        update.mutate({ projectId, endpointId, ...values, events: [...values.events] })
      }
      onClose={onClose}
    />
  );
}

interface EndpointFormProps {
  readonly initial: Values;
  readonly action: string;
  readonly change: {
    readonly isPending: boolean;
    readonly error: unknown;
    readonly reset: () => void;
  };
  readonly onSubmit: (values: Values) => void;
  readonly onClose: () => void;
}

const PAYLOADS = [
  { value: "compact", label: "The main fields" },
  { value: "full", label: "The whole record" },
];

function EndpointForm({ initial, action, change, onSubmit, onClose }: EndpointFormProps) {
  const form = useForm<Values>({
    initialValues: initial,
    validate: {
      url: (url) => (url.trim() === "" ? "Enter the address that requests are sent to." : null),
      events: (events) => (events.length === 0 ? "Select at least one event." : null),
    },
    // The server's errors are about the old values.
    onValuesChange: () => change.error && change.reset(),
  });
  const errors = fieldErrors(change.error, ["url", "description", "events"]);
  return (
    <PanelForm
      isChanged={form.isDirty() && !change.isPending}
      onSubmit={form.onSubmit((values) => onSubmit({ ...values, url: values.url.trim() }))}
      actions={<FormActions action={action} isPending={change.isPending} onCancel={onClose} />}
    >
      <TextInput
        data-autofocus
        type="url"
        label="URL"
        description="An https address that is reachable from the internet."
        placeholder="https://example.com/webhooks"
        required
        maxLength={2_048}
        autoComplete="off"
        {...form.getInputProps("url")}
        error={form.errors.url ?? errors?.url}
      />
      {form.values.allowDuplicateUrl || errors?.url !== undefined ? (
        <Checkbox
          label="Use this URL for two endpoints"
          description="A receiver that remembers events by their webhook-id drops one of the two deliveries."
          {...form.getInputProps("allowDuplicateUrl", { type: "checkbox" })}
        />
      ) : null}
      <Textarea
        label="Description"
        description="What the receiver does with the events. Optional."
        autosize
        maxLength={255}
        {...form.getInputProps("description")}
        error={errors?.description}
      />
      <EventPicker
        value={form.values.events}
        onChange={(events) => form.setFieldValue("events", events)}
        error={form.errors.events ?? errors?.events}
      />
      <Select
        label="Payload"
        description="What an event of a record contains."
        data={PAYLOADS}
        allowDeselect={false}
        {...form.getInputProps("payload")}
      />
      {change.error && errors === null ? <ErrorNotice error={change.error} /> : null}
    </PanelForm>
  );
}
