import { Secret, TOTP } from "otpauth";

/** What authenticator apps expect (RFC 6238); several ignore other values. */
const COMMON = { algorithm: "SHA1", digits: 6, period: 30 } as const;
const SECRET_BYTES = 20;
/** Steps before and after the present one whose codes count, because clocks differ. */
const WINDOW = 1;

/** Returns a new secret in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Returns the address that authenticator apps read from a QR code. */
export function totpAddress(secret: string, account: string): string {
  const issuer = "Rapport";
  return new TOTP({
    ...COMMON,
    issuer,
    label: account,
    secret: Secret.fromBase32(secret),
  }).toString();
}

/**
 * Returns the time step of a code, or null for a wrong code.
 *
 * @param now milliseconds since 1970
 */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const totp = new TOTP({ ...COMMON, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}
