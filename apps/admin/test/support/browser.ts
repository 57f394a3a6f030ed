export interface Browser {
  readonly jar: Map<string, string>;
  /** Every Set-Cookie header so far. */
  readonly seen: readonly string[];
  /** Sends a request to the app with the cookies that the app has set. */
  request(path: string): Promise<Response>;
  /** Follows redirects, also through other sites, to the first page of the app. @returns its URL */
  open(path: string): Promise<string>;
}

/**
 * Creates a minimal browser that follows redirects and keeps the cookies of the app.
 *
 * @param url the URL that the app listens on
 * @param publicUrl the app's public URL
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
