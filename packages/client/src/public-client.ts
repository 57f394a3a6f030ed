import { type ClientCredentials, tokenCredentials } from "./credentials.ts";
import { type Exports, exportsOf } from "./exports.ts";
import { type Events, eventsOf } from "./feed.ts";
import { type Imports, importsOf } from "./imports-client.ts";
import { objectClients } from "./objects-client.ts";
import type { ObjectClients } from "./objects-types.ts";
import { caller, opener } from "./operations.ts";
import { type SchemaClients, schemaClients } from "./schema-client.ts";
import { type Templates, templatesOf } from "./templates-client.ts";
import { createTransport, type TransportOptions } from "./transport.ts";

export interface PublicClientOptions extends TransportOptions, ClientCredentials {}

export interface PublicClient extends ObjectClients, SchemaClients {
  readonly events: Events;
  readonly imports: Imports;
  readonly exports: Exports;
  readonly templates: Templates;
}

/**
 * Creates a client of the Public Object API. It finds the token endpoint by discovery (RFC 8414) and renews tokens
 * before they expire.
 *
 * @throws RapportError INVALID_OPTIONS; every method may throw RapportError with another code
 */
export function createPublicClient(options: PublicClientOptions): PublicClient {
  const transport = createTransport(options);
  const credentials = tokenCredentials(transport, options, options.allowInsecure ?? false);
  const call = caller(transport, credentials);
  const open = opener(transport, credentials);
  return {
    ...objectClients(call),
    ...schemaClients(call),
    events: eventsOf(call, open),
    imports: importsOf(call, open),
    exports: exportsOf(call, open),
    templates: templatesOf(call),
  };
}
