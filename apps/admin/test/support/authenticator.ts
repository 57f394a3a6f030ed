import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

const UP = 1;
const UV = 4;
const HAS_CREDENTIAL = 64;

/** What a faulty authenticator or a hostile page does differently. */
export interface Faults {
  readonly origin?: string;
  readonly host?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly userHandle?: string;
  readonly isVerified?: boolean;
  readonly isPresent?: boolean;
  readonly counter?: number;
  /** Whether the signature is made with another key. */
  readonly isForged?: boolean;
}

interface Options {
  readonly challenge: string;
}

/**
 * Creates a software authenticator with one passkey, without the libraries that the server uses (W3C WebAuthn Level 3,
 * §6.1 and §6.5.4).
 *
 * @param site the page that asks for the passkey
 */
export function authenticator(site = { origin: "http://localhost:3001", host: "localhost" }) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const other = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credential = randomBytes(32);
  const id = credential.toString("base64url");

  const clientData = (type: string, { challenge }: Options, faults: Faults) =>
    Buffer.from(
      JSON.stringify({
        type: faults.type ?? type,
        challenge: faults.challenge ?? challenge,
        origin: faults.origin ?? site.origin,
        crossOrigin: false,
      }),
    );
  const head = (flags: number, faults: Faults) => {
    const { isPresent = true, isVerified = true, counter = 0, host = site.host } = faults;
    const shown = flags | (isPresent ? UP : 0) | (isVerified ? UV : 0);
    return Buffer.concat([sha256(host), Buffer.from([shown]), uint32(counter)]);
  };

  return {
    id,
    /** Returns what a browser answers to the options for a new passkey. */
    create(options: Options, faults: Faults = {}) {
      const { x = "", y = "" } = publicKey.export({ format: "jwk" });
      const key = cborMap([
        [cborInt(1), cborInt(2)],
        [cborInt(3), cborInt(-7)],
        [cborInt(-1), cborInt(1)],
        [cborInt(-2), cborBytes(Buffer.from(x, "base64url"))],
        [cborInt(-3), cborBytes(Buffer.from(y, "base64url"))],
      ]);
      const authData = Buffer.concat([
        head(HAS_CREDENTIAL, faults),
        Buffer.alloc(16),
        Buffer.from([0, credential.length]),
        credential,
        key,
      ]);
      const attestation = cborMap([
        [cborText("fmt"), cborText("none")],
        [cborText("attStmt"), cborMap([])],
        [cborText("authData"), cborBytes(authData)],
      ]);
      return {
        id,
        rawId: id,
        type: "public-key" as const,
        response: {
          clientDataJSON: clientData("webauthn.create", options, faults).toString("base64url"),
          attestationObject: attestation.toString("base64url"),
          transports: ["internal"],
        },
      };
    },
    /** Returns what a browser answers to the options of a sign-in. */
    get(options: Options, faults: Faults = {}) {
      const data = clientData("webauthn.get", options, faults);
      const authData = head(0, faults);
      const signed = Buffer.concat([authData, sha256(data)]);
      const { userHandle } = faults;
      return {
        id,
        rawId: id,
        type: "public-key" as const,
        response: {
          clientDataJSON: data.toString("base64url"),
          authenticatorData: authData.toString("base64url"),
          signature: sign(
            "sha256",
            signed,
            faults.isForged ? other.privateKey : privateKey,
          ).toString("base64url"),
          ...(userHandle !== undefined && {
            userHandle: Buffer.from(userHandle).toString("base64url"),
          }),
        },
      };
    },
  };
}

function sha256(data: string | Buffer): Buffer {
  return createHash("sha256").update(data).digest();
}

function uint32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32BE(value);
  return buffer;
}

/** The head of a CBOR item (RFC 8949 §3). */
function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}

function cborInt(value: number): Buffer {
  return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
}

function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([cborHead(2, bytes.length), bytes]);
}

function cborText(text: string): Buffer {
  return Buffer.concat([cborHead(3, Buffer.byteLength(text)), Buffer.from(text)]);
}

function cborMap(entries: readonly (readonly [Buffer, Buffer])[]): Buffer {
  return Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);
}
