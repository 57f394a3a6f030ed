/** The server takes a megabyte at once; what stands around the file in the request takes a little of it. */
const MOST_BYTES = 1024 * 1024 - 4096;

export type Read =
  | { readonly entries: readonly unknown[]; readonly error: null }
  | { readonly entries: null; readonly error: string };

/** Reads what an admin gave for an import: a JSON array of templates, or why it is none. */
export function readImport(text: string): Read {
  const error = jsonError(text);
  if (error !== null) return refused(error);
  const given: unknown = JSON.parse(text);
  if (!Array.isArray(given)) {
    return refused("This is JSON, but not an array of templates: begin with [ and end with ].");
  }
  if (given.length === 0) return refused("The array holds no templates.");
  if (new TextEncoder().encode(JSON.stringify(given)).length > MOST_BYTES) {
    return refused(
      "This is more than the 1 MiB that can be sent at once: import it in parts, or with rapport template import.",
    );
  }
  return { entries: given, error: null };
}

function refused(error: string): Read {
  return { entries: null, error };
}

/** @returns why a text is not JSON, null when it is */
export function jsonError(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return `This is not JSON: ${(error as Error).message}`;
  }
}
