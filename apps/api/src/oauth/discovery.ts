import { PUBLIC_SCOPES } from "@rapport/core";

/**
 * Returns the authorization server's metadata (RFC 8414 §2). Includes the members that OpenID Connect Discovery requires,
 * because many clients read only that document.
 */
export function serverMetadata(issuer: string): object {
  return {
    issuer,
    token_endpoint: `${issuer}/oauth2/token`,
    jwks_uri: `${issuer}/oauth2/jwks`,
    revocation_endpoint: `${issuer}/oauth2/revoke`,
    introspection_endpoint: `${issuer}/oauth2/introspect`,
    grant_types_supported: ["client_credentials"],
    response_types_supported: [],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    token_endpoint_auth_methods_supported: ["client_secret_basic"],
    revocation_endpoint_auth_methods_supported: ["client_secret_basic"],
    introspection_endpoint_auth_methods_supported: ["client_secret_basic"],
    scopes_supported: [...PUBLIC_SCOPES.keys()],
    service_documentation: `${issuer}/docs`,
  };
}
