import type { ComponentProps } from "react";

interface ScrollFrameProps extends ComponentProps<"section"> {
  readonly "aria-label": string;
}

/** A frame that the keyboard scrolls too, if its content is too wide. */
export function ScrollFrame(props: ScrollFrameProps) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: without a stop of the Tab key, arrow keys could not scroll it
  return <section {...props} tabIndex={0} />;
}
