import { useProject } from "../../shell/use-project.ts";
import { type Field, Form, type FormState } from "../../ui/forms/form.tsx";
import { EventPicker } from "./event-picker.tsx";
import type { NewSecret } from "./show-secret.tsx";
import type { Endpoint } from "./use-endpoints.ts";

interface Values {
  readonly url: string;
  readonly description: string;
  readonly events: readonly string[];
  readonly payload: Endpoint["payload"];
  readonly allowDuplicateUrl: boolean;
}

const PAYLOADS = [
  { value: "compact", label: "The main fields" },
  { value: "full", label: "The whole record" },
];

function fields(
  { values }: FormState<Values>,
  { errors }: { readonly errors: Readonly<Record<string, string>> },
) {
  const isTaken = values.allowDuplicateUrl || errors.url !== undefined;
  return [
    {
      name: "url",
      label: "URL",
      help: "An https address that is reachable from the internet.",
      required: "Enter the address that requests are sent to.",
      input: { type: "url", placeholder: "https://example.com/webhooks", maxLength: 2_048 },
    },
    isTaken && {
      name: "allowDuplicateUrl",
      kind: "checkbox",
      label: "Use this URL for two endpoints",
      help: "A receiver that remembers events by their webhook-id drops one of the two deliveries.",
    },
    {
      name: "description",
      kind: "area",
      label: "Description",
      help: "What the receiver does with the events. Optional.",
      input: { maxLength: 255 },
    },
    {
      name: "events",
      required: "Select at least one event.",
      own: (input) => <EventPicker {...input} />,
    },
    {
      name: "payload",
      kind: "select",
      label: "Payload",
      help: "What an event of a record contains.",
      options: PAYLOADS,
    },
  ] satisfies readonly (Field<Values> | false)[];
}

const EMPTY: Values = {
  ...{ url: "", description: "", events: [], payload: "compact" },
  allowDuplicateUrl: false,
};

interface CreateEndpointProps {
  readonly onClose: () => void;
  readonly onSecret: (secret: NewSecret) => void;
}

/** The form that creates an endpoint. */
export function CreateEndpoint({ onClose, onSecret }: CreateEndpointProps) {
  return (
    <Form
      action="Create endpoint"
      initial={EMPTY}
      fields={fields}
      of={useProject().webhooks.endpoints.create}
      input={({ events, ...values }) => ({ ...values, events: [...events] })}
      onDone={({ signingSecret: value }) => onSecret({ title: "Endpoint created", value })}
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
  const { id: endpointId, url, description, events, payload } = endpoint;
  return (
    <Form
      action="Save"
      initial={{ ...EMPTY, url, description: description ?? "", events, payload }}
      fields={fields}
      of={useProject().webhooks.endpoints.update}
      input={({ events, ...values }) => ({ ...values, endpointId, events: [...events] })}
      done="Endpoint saved."
      onClose={onClose}
    />
  );
}
