import { notifications } from "@mantine/notifications";
import { useEffect, useState } from "react";

/** Time for which a button says that it has copied. */
const COPIED_MS = 1_000;

/**
 * Copies a text to the clipboard. If that fails, it says so.
 *
 * @param instead how to get the text otherwise
 * @returns whether the text was copied
 */
export async function copyText(text: string, instead: string): Promise<boolean> {
  try {
    // Browsers have no clipboard on pages without HTTPS.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const why = window.isSecureContext ? "The browser refused to copy." : "Copying needs HTTPS.";
    notifications.show({ id: "not-copied", message: `${why} ${instead}`, color: "red" });
    return false;
  }
}

/** Returns a function for a button that copies a text shown next to it, and whether it has just done so. */
export function useCopy(text: string) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => void copyText(text, "Select the text and copy it by hand.").then(setCopied);
  return { copied, copy };
}
