import { Button, Drawer, Group, Stack } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useMay } from "../../../session.ts";
import { useReturnFocus } from "../../../ui/dialogs/use-return-focus.ts";

interface CredentialDrawerProps<Step extends string> {
  readonly title: string;
  /** What it is, above the buttons. */
  readonly facts: ReactNode;
  /** The dialog of each step. */
  readonly dialogs: Readonly<Record<Step, (onClose: () => void) => ReactNode>>;
  /** The buttons of admins who may change it, after the one that edits it. */
  readonly actions: (open: (step: Step) => void) => ReactNode;
  readonly children: (open: (step: Step) => void, mayChange: boolean) => ReactNode;
  readonly onClose: () => void;
}

/** The details of a client or key, with the dialogs that its buttons open. */
export function CredentialDrawer<Step extends string>(props: CredentialDrawerProps<Step | "edit">) {
  const { title, facts, dialogs, actions, children, onClose } = props;
  useReturnFocus();
  const [step, setStep] = useState<Step | "edit" | null>(null);
  const mayChange = useMay("admin");
  return (
    <Drawer
      opened
      onClose={onClose}
      title={title}
      position="right"
      size="lg"
      // Esc closes the dialog above it.
      closeOnEscape={step === null}
    >
      <Stack gap="xl">
        {facts}
        {mayChange && (
          <Group gap="xs">
            <Button variant="default" onClick={() => setStep("edit")}>
              Edit
            </Button>
            {actions(setStep)}
          </Group>
        )}
        {children(setStep, mayChange)}
      </Stack>
      {step !== null && dialogs[step](() => setStep(null))}
    </Drawer>
  );
}
