import { Button, Fieldset, Stack, Text } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";
import { useMay } from "../../session.ts";
import { ErrorNotice } from "../pages/error-notice.tsx";
import { PanelForm } from "./panel-form.tsx";

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
