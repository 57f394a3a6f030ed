import type { Document, Json } from "./openapi-document.ts";

/**
 * Opens the schemas of responses, in place: a response may gain members, so a client must accept ones that it does not
 * know. The schemas of requests stay closed, because the API refuses unknown members.
 */
export function openResponses(document: Document): void {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Json>;
  const seen = new Set<unknown>();

  function open(schema: unknown): void {
    if (typeof schema !== "object" || schema === null || seen.has(schema)) return;
    seen.add(schema);
    if (Array.isArray(schema)) {
      for (const one of schema) open(one);
      return;
    }
    const { $ref, additionalProperties } = schema as Json;
    if (typeof $ref === "string") open(schemas[$ref.replace("#/components/schemas/", "")]);
    if (additionalProperties === false) delete (schema as Json).additionalProperties;
    for (const [name, part] of Object.entries(schema)) if (name !== "example") open(part);
  }

  for (const operations of Object.values(document.paths)) {
    for (const { responses } of Object.values(operations)) {
      for (const response of Object.values(responses)) open((response as Json).content);
    }
  }
}
