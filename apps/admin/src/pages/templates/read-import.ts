/** The server accepts 1 MiB; the rest of the request needs a little of it. */
const MAX_IMPORT_BYTES = 1024 * 1024 - 4096;

export type Read =
  | { readonly entries: readonly unknown[]; readonly error: null }
  | { readonly entries: null; readonly error: string };

/** Parses the text of an import: a JSON array of templates, or why it is not one. */
export function readImport(text: string): Read {
  const error = jsonError(text);
  if (error !== null) return refused(error);
  const given: unknown = JSON.parse(text);
  if (!Array.isArray(given)) {
    return refused("This is not a JSON array. Start with [ and end with ].");
  }
  if (given.length === 0) return refused("The array is empty. Add at least one template.");
  if (new TextEncoder().encode(JSON.stringify(given)).length > MAX_IMPORT_BYTES) {
    return refused("This is larger than 1 MiB. Split it, or use rapport template import.");
  }
  return { entries: given, error: null };
}

function refused(error: string): Read {
  return { entries: null, error };
}

/** @returns why a text is not JSON; null if it is */
export function jsonError(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return `This is not valid JSON: ${(error as Error).message}`;
  }
}
