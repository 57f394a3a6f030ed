import { Group, Stack } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";
import { ConfirmDiscard } from "./confirm-discard.tsx";
import classes from "./panel-form.module.css";

interface PanelFormProps extends Omit<ComponentProps<"form">, "className"> {
  /** Buttons, the one that submits last. */
  readonly actions: ReactNode;
  /** Whether something is typed that would be lost; what is being saved is not. */
  readonly isChanged: boolean;
}

/** A form in a panel at the side, whose buttons stay in sight while its fields scroll. */
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
