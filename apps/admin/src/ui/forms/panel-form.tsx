import { Group, Stack } from "@mantine/core";
import type { ComponentProps, ReactNode, SubmitEvent } from "react";
import { ConfirmDiscard } from "../dialogs/confirm-discard.tsx";
import { reportsIncomplete } from "./incomplete.ts";
import classes from "./panel-form.module.css";

interface PanelFormProps extends Omit<ComponentProps<"form">, "className"> {
  /** Buttons; the submit button comes last. */
  readonly actions: ReactNode;
  /** True if unsaved input would be lost; false while it is being saved. */
  readonly isChanged: boolean;
}

/** A field with an error, or an error of several fields. */
const FAULT = "[aria-invalid=true], [role=alert]";

/** A form in a side panel; the buttons stay visible while the fields scroll. */
export function PanelForm({ actions, isChanged, children, onSubmit, ...form }: PanelFormProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const sent = event.currentTarget;
    if (reportsIncomplete(sent)) {
      event.preventDefault();
      return;
    }
    onSubmit?.(event);
    // What is missing may be far above the buttons.
    requestAnimationFrame(() => sent.querySelector(FAULT)?.scrollIntoView({ block: "nearest" }));
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
