import { parse } from "bowser";

/** A browser as people call it, such as `Firefox on Linux`; the header as it came when nothing is known of it. */
export function browserName(userAgent: string): string {
  if (userAgent === "") return "Unknown";
  const { browser, os } = parse(userAgent);
  if (browser.name === undefined || browser.name === "") return userAgent;
  return os.name ? `${browser.name} on ${os.name}` : browser.name;
}
