import type { Json } from "./document.ts";

const HEADERS = {
  "X-Request-Id": {
    description: "Id of the request in the server's log",
    schema: { type: "string", examples: ["req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"] },
  },
  RateLimit: {
    description:
      "Requests that are left (`r`), and the seconds until there are more (`t`). `day` counts those of the tenant, if it has a quota",
    schema: { type: "string", examples: ['"default";r=997;t=8'] },
  },
  "RateLimit-Policy": {
    description:
      "Requests that the credential (`default`) and the tenant (`day`) may send (`q`) in a number of seconds (`w`)",
    schema: { type: "string", examples: ['"default";q=1000;w=10'] },
  },
  "Retry-After": {
    description: "Seconds to wait before the request is sent again",
    schema: { type: "integer", minimum: 0 },
  },
  "WWW-Authenticate": {
    description: "What is wrong with the credential (RFC 6750, RFC 6749)",
    schema: { type: "string", examples: ['Bearer realm="rapport", error="invalid_token"'] },
  },
  ETag: {
    description:
      "Version of the record, for `If-None-Match` and `If-Match`; absent if the response shows no record or its associations. Ends with `-gzip` if the body is compressed. Of a file: its tag, for `If-Range`",
    schema: { type: "string", examples: ['"42.3"'] },
  },
  "Last-Modified": {
    description: "When the file was written, for `If-Range`",
    schema: { type: "string", examples: ["Fri, 20 Nov 2026 09:30:00 GMT"] },
  },
  "Accept-Ranges": {
    description: "The file can be asked for in ranges of bytes",
    schema: { type: "string", const: "bytes" },
  },
  "Content-Disposition": {
    description: "Name of the file",
    schema: { type: "string", examples: ['attachment; filename="contacts-2026-11-20.csv"'] },
  },
  "Content-Range": {
    description: "Which bytes of the file these are, and how many it has",
    schema: { type: "string", examples: ["bytes 1048576-2097151/2097152"] },
  },
  "Preference-Applied": {
    description: "The preference of `Prefer` that the response follows",
    schema: { type: "string", enum: ["return=representation", "return=minimal"] },
  },
  "Idempotent-Replayed": {
    description: "`true` if the request was done before and this is its stored response",
    schema: { type: "string", const: "true" },
  },
} as const satisfies Record<string, Json>;

export type HeaderName = keyof typeof HEADERS;

/** Headers of each error status, in addition to those of every response. */
const OF_STATUS: Readonly<Record<string, readonly HeaderName[]>> = {
  "401": ["WWW-Authenticate"],
  "403": ["WWW-Authenticate"],
  "409": ["Retry-After"],
  "416": ["Content-Range"],
  "429": ["Retry-After"],
  "503": ["Retry-After"],
};

/**
 * Returns the headers of a response as OpenAPI describes them.
 *
 * @param more headers that only this response has
 */
export function responseHeaders(status: string, more: readonly HeaderName[] = []): Json {
  // Without a credential there is no rate limit to report.
  const rate: readonly HeaderName[] = ["401", "431"].includes(status)
    ? []
    : ["RateLimit", "RateLimit-Policy"];
  const names = ["X-Request-Id", ...rate, ...(OF_STATUS[status] ?? []), ...more];
  return Object.fromEntries(names.map((name) => [name, headerRef(name)]));
}

/** Returns the headers that a document refers to, for its `components.headers`. */
export function usedHeaders(paths: unknown): Json {
  const text = JSON.stringify(paths);
  return Object.fromEntries(
    Object.entries(HEADERS).filter(([name]) => text.includes(`"${headerRef(name).$ref}"`)),
  );
}

export function headerRef(name: string): { $ref: string } {
  return { $ref: `#/components/headers/${name}` };
}
