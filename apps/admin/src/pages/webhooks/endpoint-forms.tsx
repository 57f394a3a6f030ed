import { Checkbox, Input, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { typeKeys, typeNames } from "../../object-types.ts";
import { useProject } from "../../shell/use-project.ts";
import { SecretOnce } from "../../ui/dialogs/secret-once.tsx";
import { type Field, Form, type FormState } from "../../ui/forms/form.tsx";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { formatMoment } from "../../ui/values/format.ts";
import classes from "./endpoints.module.css";
import type { Endpoint } from "./queries.ts";

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
      help: "An https address that is reachable from the internet. In networks that the operator allows, http works too.",
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
      help: "What the receiver does with the events.",
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

interface EventPickerProps {
  readonly value: readonly string[];
  readonly onChange: (patterns: readonly string[]) => void;
  readonly error?: ReactNode;
}

/** Chooses the events of an endpoint: all, all of a subject, or single types. */
function EventPicker({ value, onChange, error }: EventPickerProps) {
  const project = useProject();
  const types = useQuery(project.webhooks.eventTypes.queryOptions());
  const isAll = value.includes("*");
  const toggle = (pattern: string) => onChange(togglePattern(value, pattern));
  return (
    <fieldset className={classes.picker}>
      <Input.Label component="legend" required labelElement="div" p={0}>
        Events
      </Input.Label>
      {error && (
        <Input.Error role="alert" mb="xs">
          {error}
        </Input.Error>
      )}
      <Stack gap="sm" mt={4}>
        <Checkbox
          label="All events"
          description="Includes events that later versions of Rapport add."
          checked={isAll}
          onChange={() => toggle("*")}
        />
        <Loaded query={types}>
          {({ types }) =>
            groupEventTypes(types, value).map(({ subject, names }) => (
              <fieldset key={subject} className={classes.group} disabled={isAll}>
                <legend>{subjectLabel(subject)}</legend>
                <Checkbox
                  label={
                    <>
                      All of these{" "}
                      <Text span inherit c="dimmed" ff="monospace">
                        {subject}.*
                      </Text>
                    </>
                  }
                  checked={isAll || value.includes(`${subject}.*`)}
                  onChange={() => toggle(`${subject}.*`)}
                />
                <div className={classes.actions}>
                  {names.map((type) => (
                    <Checkbox
                      key={type}
                      label={type.slice(subject.length + 1)}
                      aria-label={type}
                      checked={isAll || value.includes(`${subject}.*`) || value.includes(type)}
                      disabled={isAll || value.includes(`${subject}.*`)}
                      onChange={() => toggle(type)}
                    />
                  ))}
                </div>
              </fieldset>
            ))
          }
        </Loaded>
      </Stack>
    </fieldset>
  );
}

interface EventGroup {
  /** Subject of the events, such as `contact`. */
  readonly subject: string;
  /** Event types, such as `contact.created`. */
  readonly names: readonly string[];
}

/**
 * Groups event types by subject. Leaves out test events, because every endpoint gets its own tests. They are
 * shown only if they were chosen through the API.
 */
function groupEventTypes(
  types: readonly string[],
  chosen: readonly string[],
): readonly EventGroup[] {
  const groups = Map.groupBy(types, patternSubject);
  return [...groups]
    .map(([subject, names]) => ({ subject, names }))
    .filter(
      ({ subject }) =>
        subject !== "webhook" || chosen.some((one) => patternSubject(one) === subject),
    );
}

/** Adds or removes a pattern. A wildcard replaces the patterns that it covers. */
function togglePattern(chosen: readonly string[], pattern: string): readonly string[] {
  if (chosen.includes(pattern)) return chosen.filter((one) => one !== pattern);
  if (pattern === "*") return ["*"];
  const isWhole = pattern.endsWith(".*");
  const kept = chosen.filter((one) => !isWhole || patternSubject(one) !== patternSubject(pattern));
  return [...kept, pattern];
}

function patternSubject(pattern: string): string {
  return pattern.slice(0, pattern.indexOf("."));
}

const OTHERS: Readonly<Record<string, string>> = {
  association: "Associations",
  schema: "Properties, pipelines and stages",
  template: "Message templates",
  webhook: "Test events",
};

function subjectLabel(subject: string): string {
  const isType = typeKeys().includes(subject);
  return isType ? typeNames(subject).label : (OTHERS[subject] ?? subject);
}

export interface NewSecret {
  readonly title: string;
  readonly value: string;
  /** When the old secret stops signing. */
  readonly oldSecretUntil?: string;
}

interface ShowSecretProps {
  readonly secret: NewSecret | null;
  readonly onClose: () => void;
}

/** Shows a signing secret once, and says how to use it. */
export function ShowSecret({ secret, onClose }: ShowSecretProps) {
  return (
    <SecretOnce
      title={secret?.title ?? ""}
      secrets={secret && [{ label: "Signing secret", value: secret.value }]}
      kept="It is stored encrypted and never shown again."
      note={
        <Text>
          Your program verifies the webhook-signature of each request with it (Standard Webhooks).
          {secret?.oldSecretUntil &&
            ` Until ${formatMoment(secret.oldSecretUntil)} requests are also signed with the old secret. Update your program before then.`}
        </Text>
      }
      onClose={onClose}
    />
  );
}
