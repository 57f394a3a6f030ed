// A package of its own, because openapi-typescript takes the TypeScript of the package that depends on it,
// and needs the compiler's old API, which TypeScript 7 no longer has.
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";

/** Generates the TypeScript types of an OpenAPI document with openapi-typescript. */
export async function generateTypes(document: OpenAPI3): Promise<string> {
  return astToString(await openapiTS(document));
}
