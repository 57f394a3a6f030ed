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

/** Colours of options of built-in properties until an admin chooses others. Those of priorities get warmer. */
const USUAL: Readonly<Record<string, Color>> = {
  ...{ medium: "blue", high: "orange", urgent: "red" },
  ...{ lead: "blue", marketingqualifiedlead: "indigo", salesqualifiedlead: "purple" },
  ...{ opportunity: "yellow", customer: "green", evangelist: "teal" },
  ...{ new: "blue", open: "blue", in_progress: "yellow", connected: "green", done: "green" },
  ...{ scheduled: "blue", confirmed: "indigo", completed: "green", no_show: "orange" },
};

/** Returns the colour that an option is shown in: a chosen one, the usual one of its value, or grey. */
export function optionColor({
  value,
  color,
}: {
  readonly value: string;
  readonly color?: Color | null | undefined;
}): Color {
  if (color) return color;
  return Object.hasOwn(USUAL, value) ? (USUAL[value] ?? "grey") : "grey";
}
