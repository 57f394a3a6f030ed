import { OBJECT_TYPES } from "@rapport/core";
import type { Surface } from "@rapport/core/routers";
import type { Route } from "../rest/routes.ts";
import answers from "./answer-examples.json" with { type: "json" };

export type Json = Record<string, unknown>;

export interface Operation extends Json {
  operationId: string;
  description?: string;
  responses: Json;
  parameters?: Json[];
  requestBody?: { content?: Record<string, Json>; required?: boolean };
  security?: unknown;
}

export interface Document extends Json {
  paths: Record<string, Record<string, Operation>>;
  components?: Json & { schemas?: Json; securitySchemes?: Json };
}

/** What the document of one API needs besides its procedures. */
export interface SurfaceDescription {
  readonly branch: Surface;
  /** Prefix of every path, for example `/v1`. */
  readonly prefix: string;
  readonly title: string;
  readonly description: string;
  readonly baseUrl: string;
  /** Alternative ways to authenticate, the usual one first. */
  readonly security: Readonly<Record<string, Json>>;
  /** The member that distinguishes the body of an error from a success. */
  readonly errorMark: { readonly name: string; readonly schema: Json };
  readonly tags: readonly Json[];
  /** Whether the operations of any object type are described too, besides those of each. */
  readonly withAnyType?: boolean;
  /** Returns an example body for a procedure, or undefined. */
  readonly bodyExample: (procedure: string) => Json | undefined;
  /** Operations that are not procedures, and their ways to authenticate. */
  readonly others?: {
    readonly paths: Document["paths"];
    readonly security: Readonly<Record<string, Json>>;
  };
}

const ANSWERS: Readonly<Record<string, Readonly<Record<string, object>>>> = answers;

const TYPED = new RegExp(
  `^public-(objects|${Object.values(OBJECT_TYPES)
    .map(({ plural }) => plural)
    .join("|")})-`,
);

/**
 * Returns the operation whose errors are the examples of the same operation of every object type. They differ in names
 * only, and are components that all types share.
 */
export function errorExampleOperation(operationId: string): string {
  return operationId.replace(TYPED, "public-contacts-");
}

/**
 * Returns the body of a real response, recorded by test/operation/examples.test.ts.
 *
 * @returns undefined if no response with this status was recorded
 */
export function answerExample(operationId: string, status: number | string): object | undefined {
  return ANSWERS[operationId]?.[status];
}

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
