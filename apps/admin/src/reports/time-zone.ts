/** The reader's time zone, such as `Europe/Berlin`; UTC if the browser does not know it. */
export const TIME_ZONE = knownZone(Intl.DateTimeFormat().resolvedOptions().timeZone) ?? "UTC";

/** What pages say if the browser does not know the time zone; null if it does. */
export const UNKNOWN_ZONE =
  knownZone(Intl.DateTimeFormat().resolvedOptions().timeZone) === null
    ? "This browser does not say its time zone, so days are those of UTC."
    : null;

/** Some browsers name `Etc/Unknown`, or a zone that no other program knows. */
function knownZone(name: string | undefined): string | null {
  if (name === undefined || name === "Etc/Unknown") return null;
  try {
    return Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone && name;
  } catch {
    return null;
  }
}
