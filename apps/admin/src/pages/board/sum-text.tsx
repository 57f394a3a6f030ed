import { VisuallyHidden } from "@mantine/core";

interface SumTextProps {
  /** The text with shortened or with exact amounts. */
  readonly text: (isShort: boolean) => string;
  readonly isShort: boolean;
}

/** Text with sums. If they are shortened, screen readers and the title have the exact ones. */
export function SumText({ text, isShort }: SumTextProps) {
  const exact = text(false);
  const shown = text(isShort);
  if (shown === exact) return exact;
  return (
    <span title={exact}>
      <span aria-hidden>{shown}</span>
      <VisuallyHidden>{exact}</VisuallyHidden>
    </span>
  );
}
