import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { ErrorNotice } from "../pages/error-notice.tsx";
import { Dialog } from "./dialog.tsx";

export interface ConfirmProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** The consequences, and whether they can be undone. */
  readonly children: ReactNode;
  /** Shown instead of the question: why the action is not possible yet. */
  readonly instead?: ReactNode;
  /** The button beside it, which makes the action possible. */
  readonly firstStep?: ReactNode;
  /** The admin types this to confirm a dangerous action; without it a button is enough. */
  readonly name?: string;
  /** Label of the button, a verb. */
  readonly action: string;
  /** True if the action does no harm: its button is not red. */
  readonly isHarmless?: boolean;
  /** Label of the button that cancels. */
  readonly cancel?: string;
  readonly change: {
    readonly isPending: boolean;
    readonly error: unknown;
  };
  readonly onConfirm: () => void;
}

/** Asks before an action with consequences; the admin may have to type a name to confirm. */
export function Confirm(props: ConfirmProps) {
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={props.title}>
      {props.opened &&
        (props.instead === undefined ? <Question {...props} /> : <Instead {...props} />)}
    </Dialog>
  );
}

function Instead({ instead, firstStep, onClose }: ConfirmProps) {
  return (
    <Stack>
      {instead}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {firstStep}
      </Group>
    </Stack>
  );
}

function Question(props: ConfirmProps) {
  const { onClose, children, name, action, cancel = "Cancel", change, onConfirm } = props;
  const { isHarmless = false } = props;
  const [typed, setTyped] = useState("");
  const isConfirmed = name === undefined || typed.trim() === name;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isConfirmed) onConfirm();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text component="div">{children}</Text>
        {name !== undefined && (
          <TextInput
            data-autofocus
            label={`Type “${name}” to confirm`}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
          />
        )}
        {change.error ? <ErrorNotice error={change.error} /> : null}
        <Group justify="flex-end" gap="xs">
          {/* If nothing is to be typed, Enter cancels. */}
          <Button
            variant="default"
            data-autofocus={name === undefined || undefined}
            onClick={onClose}
          >
            {cancel}
          </Button>
          <Button
            {...(isHarmless ? {} : { color: "red.9" })}
            type="submit"
            disabled={!isConfirmed}
            loading={change.isPending}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/**
 * Asks before a dialog is closed that has unsaved input.
 *
 * @param isChanged whether there is input that would be lost
 * @param onClose closes the dialog
 * @returns what the dialog gets: its handler, whether Esc may close it, and the question
 */
export function useDiscard(
  isChanged: boolean,
  onClose: () => void,
): { readonly close: () => void; readonly closeOnEscape: boolean; readonly question: ReactNode } {
  const [asks, setAsks] = useState(false);
  // Both dialogs listen for Esc, so neither may react within the same event.
  const ask = (asks: boolean) => setTimeout(() => setAsks(asks));
  return {
    close: () => (isChanged ? ask(true) : onClose()),
    closeOnEscape: !asks,
    question: <DiscardQuestion opened={asks} onKeep={() => ask(false)} onDiscard={onClose} />,
  };
}

const IDLE = { isPending: false, error: null };

interface DiscardQuestionProps {
  readonly opened: boolean;
  readonly onKeep: () => void;
  readonly onDiscard: () => void;
}

/** Asks before unsaved input is discarded. */
export function DiscardQuestion({ opened, onKeep, onDiscard }: DiscardQuestionProps) {
  return (
    <Confirm
      opened={opened}
      onClose={onKeep}
      title="Discard what you typed?"
      cancel="Keep editing"
      action="Discard"
      change={IDLE}
      onConfirm={onDiscard}
    >
      Your changes are not saved.
    </Confirm>
  );
}
