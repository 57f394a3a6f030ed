/**
 * Loads the library that makes and checks passkeys. Only the admin app needs it, and the other programs start faster
 * without its 300 modules.
 */
export function loadWebAuthn() {
  return import("@simplewebauthn/server");
}
