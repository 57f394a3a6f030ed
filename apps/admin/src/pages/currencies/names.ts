import type { Outputs } from "../../api.ts";

export type Settings = Outputs["currencies"]["read"];
export type Rate = Settings["rates"][number];

/** Names stand in English sentences. */
const NAMES = new Intl.DisplayNames("en", { type: "currency", fallback: "none" });

/** Returns the code of a currency with its name, such as `USD, US Dollar`. */
export function currencyName(code: string): string {
  const name = NAMES.of(code);
  return name === undefined ? code : `${code}, ${name}`;
}
