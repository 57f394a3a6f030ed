/** Colours of options and stages. The admin app has a shade of each for light and for dark pages. */
export const COLORS = [
  "grey",
  "red",
  "orange",
  "yellow",
  "green",
  "teal",
  "blue",
  "indigo",
  "purple",
  "pink",
] as const;

export type Color = (typeof COLORS)[number];

/** Returns the colour that a stage is shown in: a chosen one, or what its outcome says. */
export function stageColor({
  color,
  closed,
  probability,
}: {
  readonly color?: Color | null | undefined;
  readonly closed: boolean;
  readonly probability: string | null;
}): Color {
  if (color) return color;
  if (!closed) return "blue";
  if (probability === null) return "grey";
  return Number(probability) > 0 ? "green" : "red";
}
