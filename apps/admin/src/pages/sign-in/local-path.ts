/**
 * Returns a path of this site to open after the sign-in; `/` for anything else. As server/oidc-router.ts does, it reads the
 * path as browsers do: they skip tabs and line feeds, so `/\t/example.com` would be another host.
 */
export function localPath(to: string): string {
  const url = URL.parse(to, location.origin);
  if (!to.startsWith("/") || url?.origin !== location.origin) return "/";
  const path = `${url.pathname}${url.search}${url.hash}`;
  return path.startsWith("//") ? "/" : path;
}
