/** Characters; it travels in a cookie, which browsers keep to 4096 bytes. */
const LONGEST = 1_024;

/**
 * Where to go after signing in, so that a link to the sign-in cannot lead to another site.
 *
 * @param given whatever the request says
 * @returns a path of this origin with its query; `/` for anything else, and for what is not a page
 */
export function localPath(given: unknown, origin: string): string {
  if (typeof given !== "string" || !/^\/(?![/\\])/.test(given)) return "/";
  const url = URL.parse(given, origin);
  if (url === null || url.origin !== new URL(origin).origin) return "/";
  const path = `${url.pathname}${url.search}${url.hash}`;
  // `/.//example.com` is another host's address once its dots are gone.
  const isPage = !path.startsWith("//") && !/^\/(session|trpc)(\/|\?|$)/i.test(path);
  return isPage && path.length <= LONGEST ? path : "/";
}
