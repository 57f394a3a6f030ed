export interface Browser {
  readonly jar: Map<string, string>;
  /** Every Set-Cookie header so far. */
  readonly seen: readonly string[];
  /** One request to the app, with the cookies that it has set. */
  request(path: string): Promise<Response>;
  /** Follows redirects, also of other sites, to the first page of the app; @returns its address */
  open(path: string): Promise<string>;
}

/**
 * A browser as far as redirects and cookies go: cookies are the app's alone.
 *
 * @param url where the app listens
 * @param publicUrl where it says that it is
 */
export function browser(
  url: string,
  publicUrl: string,
  jar: Map<string, string> = new Map(),
): Browser {
  const seen: string[] = [];

  async function request(path: string): Promise<Response> {
    const cookie = [...jar].map((pair) => pair.join("=")).join("; ");
    const response = await fetch(`${url}${path}`, { redirect: "manual", headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      seen.push(line);
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      if (at === pair.length - 1) jar.delete(pair.slice(0, at));
      else jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }

  async function open(path: string): Promise<string> {
    let at = new URL(path, publicUrl);
    for (let i = 0; i < 10; i++) {
      const isOwn = at.origin === publicUrl;
      if (isOwn && !at.pathname.startsWith("/session/")) return at.href;
      const local = `${at.pathname}${at.search}`;
      const response = isOwn ? await request(local) : await fetch(at, { redirect: "manual" });
      const to = response.headers.get("location");
      if (to === null) throw new Error(`${at.href} answers ${response.status}`);
      at = new URL(to, at);
    }
    throw new Error("too many redirects");
  }
  return { jar, seen, request, open };
}
