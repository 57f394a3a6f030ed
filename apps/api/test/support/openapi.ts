type Json = Record<string, unknown>;

/**
 * Puts the components that operations share back into them: their parameters, bodies and responses, and the schemas
 * of these. The schemas of records, errors and the like stay references.
 */
export function inlined<Document>(shared: Document): Document {
  const document = structuredClone(shared) as Json & {
    paths: Record<string, Record<string, Json>>;
    components: Record<string, Json>;
  };
  const at = <Part>(part: Part): Part => {
    const [, kind, name] =
      /^#\/components\/(\w+)\/(.+)$/.exec((part as { $ref?: string }).$ref ?? "") ?? [];
    if (kind === undefined || name === undefined) return part;
    return (document.components[kind]?.[name] ?? part) as Part;
  };
  const withBody = (holder: Json): Json => {
    const content = Object.entries((holder.content ?? {}) as Record<string, Json>);
    const whole = content.map(([type, media]) => {
      const { $ref = "" } = (media.schema ?? {}) as { $ref?: string };
      const schema = /Answer$/.test($ref) ? at(media.schema) : media.schema;
      return [type, { ...media, schema }];
    });
    return { ...holder, ...(content.length > 0 && { content: Object.fromEntries(whole) }) };
  };
  for (const operation of Object.values(document.paths).flatMap(Object.values<Json>)) {
    const { parameters, requestBody, responses } = operation as Record<string, object>;
    if (parameters !== undefined) operation.parameters = (parameters as Json[]).map(at);
    if (requestBody !== undefined) operation.requestBody = withBody(at(requestBody as Json));
    operation.responses = Object.fromEntries(
      Object.entries(responses as Record<string, Json>).map(([status, response]) => [
        status,
        withBody(at(response)),
      ]),
    );
  }
  return document as Document;
}
