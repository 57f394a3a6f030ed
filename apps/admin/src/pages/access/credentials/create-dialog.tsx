import { Group, Input, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api } from "../../../api.ts";
import { useProjectId } from "../../../shell/use-project.ts";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { useDiscard } from "../../../ui/dialogs/use-discard.tsx";
import { reportsIncomplete } from "../../../ui/forms/field-errors.ts";
import { FormActions } from "../../../ui/forms/form-actions.tsx";
import { ErrorNotice } from "../../../ui/pages/error-notice.tsx";
import { Loaded } from "../../../ui/pages/loaded.tsx";
import { ScopePicker } from "../scopes/scope-picker.tsx";
import type { useScopedForm } from "../scopes/use-scoped-form.ts";
import classes from "./create-dialog.module.css";

interface CreateDialogProps {
  readonly title: string;
  /** Label of the button that submits. */
  readonly action: string;
  /** What the name is for. */
  readonly nameHint: string;
  readonly of: "public" | "workspace";
  readonly form: ReturnType<typeof useScopedForm>;
  /** Fields between the name and the scopes. */
  readonly children?: ReactNode;
  readonly change: { readonly isPending: boolean; readonly error: unknown };
  readonly onSubmit: () => void;
  readonly onClose: () => void;
}

/** Asks for the name and scopes of a client or key. */
export function CreateDialog(props: CreateDialogProps) {
  const { title, action, nameHint, of, form, children } = props;
  const { change, onSubmit, onClose } = props;
  const focusFirst = (errors: object) => form.getInputNode(Object.keys(errors)[0] ?? "")?.focus();
  const submit = form.onSubmit(onSubmit, focusFirst);
  const scopes = useQuery(api.access.scopes.queryOptions({ projectId: useProjectId() }));
  const { close, closeOnEscape, question } = useDiscard(
    form.isDirty() && !change.isPending,
    onClose,
  );
  return (
    <Dialog opened onClose={close} closeOnEscape={closeOnEscape} title={title} size="lg">
      <form
        onSubmit={(event) => {
          // Without this, a key whose expiry is typed in part would never expire.
          if (reportsIncomplete(event.currentTarget)) event.preventDefault();
          else submit(event);
        }}
        noValidate
      >
        <Stack>
          <TextInput
            data-autofocus
            label="Name"
            description={nameHint}
            required
            maxLength={255}
            autoComplete="off"
            {...form.getInputProps("name")}
          />
          {children}
          <Loaded query={scopes}>
            {(all) => (
              <ScopePicker
                scopes={all[of]}
                isOfKey={of === "workspace"}
                value={form.values.scopes}
                onChange={(ticked) => form.setFieldValue("scopes", ticked)}
              />
            )}
          </Loaded>
          <div className={classes.foot}>
            {form.errors.scopes && <Input.Error role="alert">{form.errors.scopes}</Input.Error>}
            {change.error ? <ErrorNotice error={change.error} /> : null}
            <Group justify="flex-end" gap="xs">
              <FormActions action={action} isPending={change.isPending} onCancel={onClose} />
            </Group>
          </div>
        </Stack>
      </form>
      {question}
    </Dialog>
  );
}
