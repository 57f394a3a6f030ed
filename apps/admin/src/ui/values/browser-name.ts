import { parse } from "bowser";

/** Returns a browser's name, such as `Firefox on Linux`; an unknown `User-Agent` unchanged. */
export function browserName(userAgent: string): string {
  if (userAgent === "") return "Unknown";
  const { browser, os } = parse(userAgent);
  if (browser.name === undefined || browser.name === "") return userAgent;
  return os.name ? `${browser.name} on ${os.name}` : browser.name;
}
