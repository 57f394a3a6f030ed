import { Button, Group, type ModalProps, Stack } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import type { FormEvent, ReactNode } from "react";
import { FormActions } from "../forms/buttons.tsx";
import { reportsIncomplete, showFirstFault } from "../forms/field-errors.ts";
import classes from "../forms/forms.module.css";
import { ErrorNotice } from "../pages/error-notice.tsx";
import { useDiscard } from "./confirm.tsx";
import { Dialog } from "./dialog.tsx";

interface DialogFormProps extends Pick<ModalProps, "size"> {
  readonly title: string;
  /** Label of the button that submits, a verb. */
  readonly action: string;
  /** True if the form has unsaved input: then Esc asks first. */
  readonly isChanged: boolean;
  readonly change: { readonly isPending: boolean; readonly error: unknown };
  /** True if the error is already shown at a field. */
  readonly isShownAtField?: boolean;
  readonly disabled?: boolean;
  /** True if the fields may not fit the window: the buttons stay visible while they scroll. */
  readonly isLong?: boolean;
  /** Returns to the step before. */
  readonly onBack?: (() => void) | undefined;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog with a form. */
export function DialogForm(props: DialogFormProps) {
  const { title, size, action, isChanged, change, disabled, onSubmit, onClose, children } = props;
  const { isShownAtField = false, isLong = false, onBack } = props;
  const { close, closeOnEscape, question } = useDiscard(isChanged && !change.isPending, onClose);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (reportsIncomplete(event.currentTarget)) event.preventDefault();
    else {
      onSubmit(event);
      showFirstFault(event.currentTarget);
    }
  };
  return (
    <Dialog
      opened
      onClose={close}
      title={title}
      closeOnEscape={closeOnEscape}
      {...(size ? { size } : {})}
    >
      <form noValidate onSubmit={submit}>
        <Stack>
          {children}
          <div {...(isLong && { className: classes.foot })}>
            {change.error && !isShownAtField ? <ErrorNotice error={change.error} mb="md" /> : null}
            <Group justify="space-between" gap="xs">
              {onBack && (
                <Button
                  variant="default"
                  leftSection={<IconArrowLeft size={15} aria-hidden />}
                  onClick={onBack}
                >
                  Back
                </Button>
              )}
              {/* On a narrow screen, both move below the first together. */}
              <Group gap="xs" ml="auto">
                <FormActions
                  action={action}
                  isPending={change.isPending}
                  disabled={disabled ?? false}
                  onCancel={onClose}
                />
              </Group>
            </Group>
          </div>
        </Stack>
      </form>
      {question}
    </Dialog>
  );
}
