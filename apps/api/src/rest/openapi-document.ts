import type { Surface } from "@rapport/core";

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
