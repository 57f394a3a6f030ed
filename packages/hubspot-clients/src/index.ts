/*
 * HubSpot's own client library, which must run unchanged against the paths of its API. It is a package of its own so that
 * nothing but tests has it.
 */
export { Client as Client13 } from "hubspot-api-client-13";
export { AssociationTypes, Client as Client14 } from "hubspot-api-client-14";
