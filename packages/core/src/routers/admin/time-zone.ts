import { isTimeZone } from "../../days-in-zone.ts";
import { searchText } from "../schemas.ts";

/** The time zone whose days are counted. */
export const timeZone = searchText(64)
  .refine(isTimeZone, { error: "This must be a time zone such as Europe/Berlin." })
  .default("UTC");
