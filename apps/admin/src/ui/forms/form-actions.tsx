import { Button } from "@mantine/core";

interface FormActionsProps {
  /** Label of the button that submits, a verb. */
  readonly action: string;
  readonly isPending: boolean;
  readonly disabled?: boolean;
  readonly onCancel: () => void;
}

/** The buttons of a form: cancel and submit. */
export function FormActions({ action, isPending, disabled = false, onCancel }: FormActionsProps) {
  return (
    <>
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" disabled={disabled} loading={isPending}>
        {action}
      </Button>
    </>
  );
}
