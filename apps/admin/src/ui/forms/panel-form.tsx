import { Button, Fieldset, Group, Stack, Text } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  type SubmitEvent,
  useRef,
  useState,
} from "react";
import { useMay } from "../../session.ts";
import { DiscardQuestion } from "../dialogs/confirm.tsx";
import { ErrorNotice } from "../pages/error-notice.tsx";
import { reportsIncomplete, showFirstFault } from "./field-errors.ts";
import classes from "./forms.module.css";

interface PanelFormProps extends Omit<ComponentProps<"form">, "className"> {
  /** Buttons; the submit button comes last. */
  readonly actions: ReactNode;
  /** True if unsaved input would be lost; false while it is being saved. */
  readonly isChanged: boolean;
}

/** A form in a side panel; the buttons stay visible while the fields scroll. */
export function PanelForm({ actions, isChanged, children, onSubmit, ...form }: PanelFormProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const sent = event.currentTarget;
    if (reportsIncomplete(sent)) {
      event.preventDefault();
      return;
    }
    onSubmit?.(event);
    showFirstFault(sent);
  };
  return (
    <>
      <form noValidate {...form} className={classes.form} onSubmit={submit}>
        <Stack className={classes.fields}>{children}</Stack>
        <Group justify="flex-end" gap="xs" className={classes.actions}>
          {actions}
        </Group>
      </form>
      <ConfirmDiscard isChanged={isChanged} />
    </>
  );
}

/**
 * Asks before unsaved input is lost by a navigation: Esc, a link, the Back button or the palette. Works for forms
 * that the URL opens and closes. The browser itself asks before the window is reloaded or closed.
 */
function ConfirmDiscard({ isChanged }: { readonly isChanged: boolean }) {
  const [asks, setAsks] = useState(false);
  const answer = useRef<((stays: boolean) => void) | null>(null);
  // Both the question and the panel listen for Esc, so neither may react within the same event.
  const ask = () =>
    new Promise<boolean>((resolve) => {
      answer.current = resolve;
      setTimeout(() => setAsks(true));
    });
  const decide = (stays: boolean) => {
    setAsks(false);
    answer.current?.(stays);
    setTimeout(() => {
      answer.current = null;
    });
  };
  useBlocker({
    shouldBlockFn: () => (answer.current === null ? ask() : true),
    enableBeforeUnload: isChanged,
    disabled: !isChanged,
  });
  return (
    <DiscardQuestion opened={asks} onKeep={() => decide(true)} onDiscard={() => decide(false)} />
  );
}

interface SideFormProps {
  /** Label of the button, a verb. */
  readonly action: string;
  /** True if the form has unsaved changes. */
  readonly isChanged: boolean;
  readonly change: { readonly isPending: boolean; readonly error: unknown };
  /** True if the error is already shown at a field. */
  readonly isShownAtField?: boolean;
  /** Shown below the error: links that help to fix it. */
  readonly remedy?: ReactNode;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form in a drawer. For read-only admins its fields are disabled. */
export function SideForm(props: SideFormProps) {
  const { action, isChanged, change, isShownAtField = false, remedy, onSubmit, onClose } = props;
  const mayChange = useMay("admin");
  return (
    <PanelForm
      onSubmit={onSubmit}
      isChanged={isChanged && !change.isPending}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {mayChange ? "Cancel" : "Close"}
          </Button>
          {mayChange && (
            <Button type="submit" loading={change.isPending}>
              {action}
            </Button>
          )}
        </>
      }
    >
      {!mayChange && (
        <Text c="dimmed">Your role is read-only. Ask an admin or an owner for changes.</Text>
      )}
      <Fieldset variant="unstyled" p={0} mx={0} bd={0} miw={0} disabled={!mayChange}>
        <Stack>{props.children}</Stack>
      </Fieldset>
      {change.error && !isShownAtField ? <ErrorNotice error={change.error} /> : null}
      {remedy}
    </PanelForm>
  );
}
