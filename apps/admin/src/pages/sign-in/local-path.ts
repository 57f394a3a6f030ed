/** Returns a path of this site to open after the sign-in; an address of another site has a host or starts with two slashes. */
export function localPath(to: string): string {
  return /^\/(?![/\\])/.test(to) ? to : "/";
}
