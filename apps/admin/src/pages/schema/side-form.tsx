import { Button, Drawer, Fieldset, Stack, Text } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";
import { useMay } from "../../session.ts";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { PanelForm } from "../../ui/panel-form.tsx";

interface SideFormProps {
  /** Label of the button, a verb. */
  readonly action: string;
  /** Whether something is typed that is not saved. */
  readonly isChanged: boolean;
  readonly change: { readonly isPending: boolean; readonly error: unknown };
  /** Whether the failure is told at a field already. */
  readonly isToldAtField?: boolean;
  /** Stands below the failure: where to mend it. */
  readonly remedy?: ReactNode;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

interface SideDrawerProps {
  readonly opened: boolean;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The panel at the side in which things are added and changed. */
export function SideDrawer({ opened, title, onClose, children }: SideDrawerProps) {
  return (
    <Drawer opened={opened} onClose={onClose} title={title} position="right" size="md">
      {opened && children}
    </Drawer>
  );
}

/** A form at the side; those who may not change anything see its fields and cannot use them. */
export function SideForm(props: SideFormProps) {
  const { action, isChanged, change, isToldAtField = false, remedy, onSubmit, onClose } = props;
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
        <Text c="dimmed">Your role can look and not change; ask an admin or an owner.</Text>
      )}
      <Fieldset variant="unstyled" p={0} mx={0} bd={0} miw={0} disabled={!mayChange}>
        <Stack>{props.children}</Stack>
      </Fieldset>
      {change.error && !isToldAtField ? <ErrorNotice error={change.error} /> : null}
      {remedy}
    </PanelForm>
  );
}
