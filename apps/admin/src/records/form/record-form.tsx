import { Anchor, Button, Fieldset, Stack, Text } from "@mantine/core";
import { withLabels } from "@rapport/model";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { AttachButton, FileDrop, FileRows } from "../../attachments/attachments.tsx";
import { type Uploads, useUploads } from "../../attachments/use-uploads.ts";
import { objectType, typeNames } from "../../object-types.ts";
import { propertyChoices } from "../../property/choices.ts";
import { groupByHeading } from "../../property/groups.ts";
import { PropertyInput } from "../../property/property-input.tsx";
import type { PropertyDefinition } from "../../property/property-types.ts";
import { type Schema, useSchema } from "../../property/use-schema.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { FormActions } from "../../ui/forms/buttons.tsx";
import { PanelForm } from "../../ui/forms/panel-form.tsx";
import { ErrorNotice, type Issue } from "../../ui/pages/error-notice.tsx";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { formFields, isRequired, neededLabels } from "./form-fields.ts";
import { type Creation, type EditedRecord, useRecordForm } from "./use-record-form.ts";

interface RecordFormProps {
  readonly type: string;
  /** The record to edit; undefined creates one. */
  readonly record?: EditedRecord | undefined;
  /** Called after saving. */
  readonly onDone: () => void;
  readonly onCancel: () => void;
  readonly creation?: Creation | undefined;
}

/** The form that creates or edits a record, built from the schema. */
export function RecordForm({ type, ...props }: RecordFormProps) {
  const schema = useSchema(type);
  return <Loaded query={schema}>{(data) => <Form {...props} schema={data} />}</Loaded>;
}

function Form(props: Omit<RecordFormProps, "type"> & { readonly schema: Schema }) {
  const { schema, record, onDone, onCancel, creation } = props;
  const { drafts, write, save, leave, isChanged, change, errors, attempts } = useRecordForm(
    schema,
    { record, creating: creation },
    (id) => void finish(id),
  );
  const { name: type } = schema;
  const projectId = useProjectId();
  const takesFiles = objectType(type).activity !== undefined && objectType(type).activity !== null;
  const uploads = useUploads();
  /** Id of the saved record while its files are being attached. */
  const [saved, setSaved] = useState<number>();
  const finish = async (id: number) => {
    if (uploads.items.length === 0) return onDone();
    setSaved(id);
    if (await uploads.sendTo({ projectId, type, id })) onDone();
  };
  const { important, more } = formFields(schema);
  const [isMoreShown, setMoreShown] = useState(false);
  const isMoreOpen = isMoreShown || more.some(({ name }) => errors.fields.has(name));
  const form = useRef<HTMLFormElement>(null);
  useFocusOnFirst(form);
  useFocusOnError(form, change.error, attempts);
  const input = (property: PropertyDefinition) => {
    const { name } = property;
    const error = errors.fields.get(name);
    const pipeline = typeof drafts.pipeline === "string" ? drafts.pipeline : undefined;
    const isPipelineOrStage =
      schema.pipelines.length > 0 && (name === "pipeline" || name === "stage");
    const isNeeded = isRequired(type, name);
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: it only listens.
      <div
        key={name}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) leave(name);
        }}
      >
        <PropertyInput
          definition={property}
          value={drafts[name] ?? null}
          onChange={(value) => write(name, value)}
          required={isNeeded}
          error={
            error && (
              <FieldError
                type={type}
                issue={{ ...error, message: withLabels(error.message, schema.properties) }}
              />
            )
          }
          autoFocus={property === important[0]}
          description={isPipelineOrStage ? "" : (property.description ?? "")}
          {...(isPipelineOrStage && { choices: propertyChoices(property, schema, pipeline) ?? [] })}
        />
      </div>
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  if (saved !== undefined) {
    return (
      <Attaching
        type={type}
        uploads={uploads}
        onRetry={() => void finish(saved)}
        onClose={onDone}
      />
    );
  }
  const fields = (
    <>
      {!record && <NeededHint schema={schema} />}
      {change.error && !errors.areAllPlaced ? <ErrorNotice error={change.error} /> : null}
      <FieldGroups type={type} properties={important} input={input} />
      {takesFiles && (
        <div>
          <AttachButton uploads={uploads} />
          <FileRows uploads={uploads} />
        </div>
      )}
      <Button
        variant="subtle"
        color="gray"
        justify="flex-start"
        px={6}
        ml={-6}
        aria-expanded={isMoreOpen}
        leftSection={isMoreOpen ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
        onClick={() => setMoreShown(!isMoreOpen)}
      >
        More properties
      </Button>
      {isMoreOpen && <FieldGroups type={type} properties={more} input={input} />}
    </>
  );
  return (
    <PanelForm
      isChanged={(isChanged || uploads.items.length > 0) && !change.isPending}
      ref={form}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey))
          form.current?.requestSubmit();
      }}
      actions={
        <FormActions
          action={record ? "Save" : `Create ${typeNames(type).singular.toLowerCase()}`}
          isPending={change.isPending}
          onCancel={onCancel}
        />
      }
    >
      {takesFiles ? (
        <FileDrop uploads={uploads}>
          <Stack>{fields}</Stack>
        </FileDrop>
      ) : (
        fields
      )}
    </PanelForm>
  );
}

interface AttachingProps {
  readonly type: string;
  readonly uploads: Uploads;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

/** Shown instead of the form while the files of the saved record are being attached, and if some were refused. */
function Attaching({ type, uploads, onRetry, onClose }: AttachingProps) {
  const { items, isSending } = uploads;
  const mayRetry = !isSending && items.some(({ isFinal }) => !isFinal);
  return (
    <PanelForm
      isChanged={false}
      onSubmit={(event) => {
        event.preventDefault();
        onRetry();
      }}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {isSending ? "Leave out the rest" : "Close"}
          </Button>
          {(isSending || mayRetry) && (
            <Button type="submit" loading={isSending}>
              Try again
            </Button>
          )}
        </>
      }
    >
      <Text role="status">
        The {typeNames(type).singular.toLowerCase()} is saved.{" "}
        {isSending ? "Its files are being attached." : "These files are not attached."}
      </Text>
      <FileRows uploads={uploads} />
    </PanelForm>
  );
}

interface FieldGroupsProps {
  readonly type: string;
  readonly properties: readonly PropertyDefinition[];
  readonly input: (property: PropertyDefinition) => ReactNode;
}

/** Inputs below their headings. */
function FieldGroups({ type, properties, input }: FieldGroupsProps) {
  return groupByHeading(properties, objectType(type).layout?.groups).map(
    ({ heading, properties }) =>
      heading === undefined ? (
        properties.map(input)
      ) : (
        <Fieldset
          key={heading}
          legend={
            <Text span inherit fw={600}>
              {heading}
            </Text>
          }
          variant="unstyled"
          m={0}
        >
          <Stack gap="sm">{properties.map(input)}</Stack>
        </Fieldset>
      ),
  );
}

interface FieldErrorProps {
  readonly type: string;
  readonly issue: Issue;
}

/** The error of a field, with a link to the record that already has a unique value. */
function FieldError({ type, issue: { message, conflictingId } }: FieldErrorProps) {
  const projectId = useProjectId();
  if (conflictingId === undefined) return message;
  const { plural, singular } = typeNames(type);
  return (
    <>
      {message} {/* In a new window, so that the form is kept. */}
      <Anchor
        href={`/p/${projectId}/${plural}/${conflictingId}`}
        target="_blank"
        c="inherit"
        inherit
        underline="always"
      >
        Open {singular.toLowerCase()} {conflictingId}
      </Anchor>
    </>
  );
}

/** Says that a new record needs one of several properties. */
function NeededHint({ schema }: { readonly schema: Schema }) {
  const needed = neededLabels(schema);
  if (needed.length === 0) return null;
  return <Text c="dimmed">Enter {EITHER.format(needed)}.</Text>;
}

const EITHER = new Intl.ListFormat("en", { type: "disjunction" });

/** Focuses the first input. An edited record is fetched first, so the drawer has already set the focus elsewhere. */
function useFocusOnFirst(form: { readonly current: HTMLFormElement | null }): void {
  useEffect(() => form.current?.querySelector<HTMLElement>("[data-autofocus]")?.focus(), [form]);
}

/** Focuses the first invalid input after a failed save. */
function useFocusOnError(
  form: { readonly current: HTMLFormElement | null },
  error: unknown,
  attempts: number,
): void {
  useEffect(() => {
    if (!error && attempts === 0) return;
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [form, error, attempts]);
}
