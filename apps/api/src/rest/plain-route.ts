import type { Route } from "./routes.ts";

/** What a route that is not a procedure has in common with others, for its errors in the document. */
const PLAIN = {
  alsoNeeds: [],
  status: 200,
  otherStatus: undefined,
  isKeyed: false,
  answersSecret: false,
  hasVersionTag: false,
  takesIfMatch: false,
  takesPrefer: false,
  exampleBody: "",
} as const;

type Described = Pick<Route, "procedure" | "template" | "errors"> & {
  /** Scopes of which one is enough. */
  readonly scopes: readonly string[];
};

/** Describes a GET that returns a file or a stream. */
export function plainRead({ scopes: [scope = "", ...orScopes], ...route }: Described): Route {
  const reads = { takesBody: false, onlyReads: true, bodyBytes: 0, hasBody: false };
  return { ...PLAIN, ...reads, ...route, type: "query", method: "GET", scope, orScopes };
}

/** Describes a PUT of a file of at most `bodyBytes`. */
export function plainWrite({
  scopes: [scope = "", ...orScopes],
  ...route
}: Described & Pick<Route, "bodyBytes">): Route {
  const writes = { takesBody: true, onlyReads: false, hasBody: true };
  return { ...PLAIN, ...writes, ...route, type: "mutation", method: "PUT", scope, orScopes };
}
