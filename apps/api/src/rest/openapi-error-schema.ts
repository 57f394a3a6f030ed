import type { Json, SurfaceDescription } from "./openapi-document.ts";

/** Returns the schema of the errors of an API. */
export function errorSchema(mark: SurfaceDescription["errorMark"]): Json {
  return {
    type: "object",
    required: [mark.name, "message", "data", "code", "issues", "requestId"],
    properties: {
      [mark.name]: mark.schema,
      message: {
        type: "string",
        description: "What went wrong and how to fix it",
        examples: ["The request is invalid."],
      },
      data: { type: "null", description: "Always null" },
      code: {
        type: "string",
        description: "Error code, for programs",
        examples: ["INVALID_INPUT"],
      },
      issues: {
        type: "array",
        description: "One entry per fault in the input; empty for other errors",
        items: { $ref: "#/components/schemas/Issue" },
      },
      quota: {
        type: "string",
        description: "Of the code QUOTA: what the tenant has as much of as it may have",
        examples: ["records"],
      },
      limit: {
        type: "integer",
        description: "Of the code QUOTA: how much the tenant may have",
        examples: [100_000],
      },
      used: {
        type: "integer",
        description: "Of the code QUOTA: how much the tenant has",
        examples: [100_000],
      },
      count: {
        type: "integer",
        description:
          "Of the code IN_USE: how many records or associations use what was to be removed",
        examples: [12],
      },
      requestId: {
        type: "string",
        description: "Id of the request in the server's log; also in the header X-Request-Id",
        examples: ["req_1b4e28ba-2fa1-4d3b-8f5c-0c3d5a0b9c1e"],
      },
    },
  };
}

/** A fault in the input, of an error and of a failed input of a batch. */
export const ISSUE_SCHEMA: Json = {
  type: "object",
  required: ["path", "code", "message"],
  properties: {
    path: {
      type: "string",
      description: "Path of the fault in the input",
      examples: ["properties.0.internal_name"],
    },
    code: {
      type: "string",
      description: "Code of the fault, for programs",
      examples: ["property_forbidden"],
    },
    message: { type: "string", description: "The fault and how to fix it" },
    suggestion: { type: "string", description: "The closest known name" },
    allowed: {
      type: "array",
      description: "The allowed values, if only certain ones are",
      items: { type: ["string", "number", "boolean", "null"] },
    },
    conflictingId: { type: "string", description: "Id of the conflicting record" },
    conflictingIds: {
      type: "array",
      description: "Ids of the conflicting records, at most 10, if there are several",
      items: { type: "string" },
    },
    currentVersion: { type: "integer", description: "Version that the record has" },
    records: { type: "integer", description: "Live records that use the part to remove" },
    deleted: {
      type: "integer",
      description: "Deleted records that use it and can be restored",
    },
    merged: {
      type: "integer",
      description: "Records merged into others that use it, while the merge can be undone",
    },
    isMore: {
      type: "boolean",
      description: "Whether there may be more records than these counts",
    },
  },
  additionalProperties: true,
};
