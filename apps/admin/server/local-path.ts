/** The path is kept in a cookie, which browsers limit to 4096 bytes. */
const MAX_PATH_CHARACTERS = 1_024;

/**
 * Returns the page to open after signing in. A link to the sign-in page cannot lead to another site.
 *
 * @param given the unchecked value of the query parameter
 * @returns a path of this origin with its query; `/` for anything else, and for paths that are not pages
 */
export function localPath(given: unknown, origin: string): string {
  if (typeof given !== "string" || !/^\/(?![/\\])/.test(given)) return "/";
  const url = URL.parse(given, origin);
  if (url === null || url.origin !== new URL(origin).origin) return "/";
  const path = `${url.pathname}${url.search}${url.hash}`;
  // URL resolves `/.//example.com` to `//example.com`, which is another host.
  const isPage = !path.startsWith("//") && !/^\/(session|trpc)(\/|\?|$)/i.test(path);
  return isPage && path.length <= MAX_PATH_CHARACTERS ? path : "/";
}
