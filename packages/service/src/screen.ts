import { styleText } from "node:util";

/*
 * The parts of the texts that servers print at their start. On a terminal they have colors, unless NO_COLOR is set.
 */

export const heading = (text: string) => `  ${styleText("bold", text)}`;

export const row = (label: string, value: string) =>
  `  ${styleText("dim", label.padEnd(17))}${value}`;

export const link = (url: string) => styleText("cyan", url);

export const secret = (text: string) => styleText("yellow", text);

/** Returns a text beside commands and values, so that those stand out. */
export const note = (text: string) => `  ${styleText("dim", text)}`;
