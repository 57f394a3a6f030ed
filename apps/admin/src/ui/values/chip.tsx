import type { Color } from "@rapport/model";
import { IconCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./chip.module.css";

interface ChipProps {
  /** Grey if undefined. */
  readonly color: Color | undefined;
  readonly children: ReactNode;
}

/** An option or a stage in its colour. */
export function Chip({ color = "grey", children }: ChipProps) {
  return (
    <span className={classes.chip} data-color={color}>
      {children}
    </span>
  );
}

/** The colour of an option or a stage alone. The name beside it says the same. */
export function Dot({ color = "grey" }: Pick<ChipProps, "color">) {
  return <span className={classes.dot} data-color={color} aria-hidden />;
}

interface Coloured {
  readonly value: string;
  readonly color?: Color | undefined;
}

interface Rendered {
  readonly option: { readonly value: unknown; readonly label?: ReactNode };
  readonly checked?: boolean | undefined;
}

/**
 * Returns the properties of a select or an input that show the colours of its choices; none if no choice has one.
 *
 * @param chosen the value that the list marks, for inputs that do not know which of their choices it is
 */
export function withColors(choices: readonly Coloured[], chosen?: string) {
  if (choices.every(({ color }) => color === undefined)) return {};
  const choiceColor = (given: unknown) => choices.find(({ value }) => value === given)?.color;
  return {
    renderOption: ({ option: { value, label = String(value) }, checked = false }: Rendered) => (
      <ColoredChoice color={choiceColor(value)} isChosen={checked || value === chosen}>
        {label}
      </ColoredChoice>
    ),
  };
}

interface ColoredChoiceProps extends ChipProps {
  readonly isChosen?: boolean;
}

/** An item of a list with its colour. */
export function ColoredChoice({ color, isChosen = false, children }: ColoredChoiceProps) {
  return (
    <span className={classes.choice}>
      <Dot color={color} />
      <span>{children}</span>
      {isChosen && <IconCheck size={14} aria-hidden />}
    </span>
  );
}

/** Returns the name of a colour for people. */
export function colorName(color: Color): string {
  return `${color.charAt(0).toUpperCase()}${color.slice(1)}`;
}
