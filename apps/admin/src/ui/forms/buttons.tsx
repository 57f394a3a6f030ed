import { Button } from "@mantine/core";
import type { ComponentProps, MouseEvent } from "react";

interface LoadingButtonProps extends ComponentProps<"button"> {
  readonly "data-loading"?: boolean;
}

/**
 * The element of all buttons. While one is loading, it ignores clicks and keeps the focus, which a disabled button would
 * lose.
 */
export function LoadingButton({
  type = "button",
  disabled,
  onClick,
  ...props
}: LoadingButtonProps) {
  const isLoading = props["data-loading"] === true;
  return (
    <button
      {...props}
      type={type}
      disabled={disabled === true && !isLoading}
      {...(isLoading ? { "aria-disabled": true, onClick: ignore } : { onClick })}
    />
  );
}

/** Enter in a field clicks the button that submits the form. */
function ignore(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

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
