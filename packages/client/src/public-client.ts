import { type ClientCredentials, tokenCredentials } from "./credentials.ts";
import { type Exports, exportsOf } from "./exports.ts";
import { type Events, eventsOf } from "./feed.ts";
import { type Imports, importsOf } from "./imports-client.ts";
import { objectClients, objects } from "./objects-client.ts";
import type { ObjectClients, ObjectsNamed, PluralOf } from "./objects-types.ts";
import { caller, opener } from "./operations.ts";
import { type SchemaClients, schemaClients } from "./schema-client.ts";
import type { NoSchema, SchemaOf } from "./schema-of-project.ts";
import { type Templates, templatesOf } from "./templates-client.ts";
import { createTransport, type TransportOptions } from "./transport.ts";

export interface PublicClientOptions extends TransportOptions, ClientCredentials {}

export type PublicClient<S extends SchemaOf<S> = NoSchema> = ObjectClients<S> &
  SchemaClients &
  OtherClients<S>;

interface OtherClients<S extends SchemaOf<S>> {
  /** Returns the operations of an object type, built in or the project's own, by its plural: `listings`. */
  objects<Plural extends PluralOf<S>>(plural: Plural): ObjectsNamed<S, Plural>;
  readonly events: Events;
  readonly imports: Imports;
  readonly exports: Exports;
  readonly templates: Templates;
}

/**
 * Creates a client of the Public Object API. It finds the token endpoint by discovery (RFC 8414) and renews tokens
 * before they expire.
 *
 * @typeParam S types of the project's schema, which `rapport schema types` writes
 * @throws RapportError INVALID_OPTIONS; every method may throw RapportError with another code
 */
export function createPublicClient<S extends SchemaOf<S> = NoSchema>(
  options: PublicClientOptions,
): PublicClient<S> {
  const transport = createTransport(options);
  const credentials = tokenCredentials(transport, options, options.allowInsecure ?? false);
  const call = caller(transport, credentials);
  const open = opener(transport, credentials);
  const clients = {
    ...objectClients(call),
    objects: (plural: string) => objects(call, plural),
    ...schemaClients(call),
    events: eventsOf(call, open),
    imports: importsOf(call, open),
    exports: exportsOf(call, open),
    templates: templatesOf(call),
  };
  return clients as unknown as PublicClient<S>;
}
