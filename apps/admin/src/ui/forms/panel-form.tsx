import { Group, Stack } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";
import { ConfirmDiscard } from "../dialogs/confirm-discard.tsx";
import classes from "./panel-form.module.css";

interface PanelFormProps extends Omit<ComponentProps<"form">, "className"> {
  /** Buttons; the submit button comes last. */
  readonly actions: ReactNode;
  /** True if unsaved input would be lost; false while it is being saved. */
  readonly isChanged: boolean;
}

/** A form in a side panel; the buttons stay visible while the fields scroll. */
export function PanelForm({ actions, isChanged, children, ...form }: PanelFormProps) {
  return (
    <>
      <form noValidate {...form} className={classes.form}>
        <Stack className={classes.fields}>{children}</Stack>
        <Group justify="flex-end" gap="xs" className={classes.actions}>
          {actions}
        </Group>
      </form>
      <ConfirmDiscard isChanged={isChanged} />
    </>
  );
}
