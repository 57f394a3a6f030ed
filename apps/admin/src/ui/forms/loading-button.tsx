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
