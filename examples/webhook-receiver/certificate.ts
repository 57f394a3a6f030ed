import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { generate } from "selfsigned";

const CERTIFICATE = new URL("certificate.pem", import.meta.url);
const KEY = new URL("key.pem", import.meta.url);

/** Returns a self-signed certificate, created at the first start. A public receiver needs a real one. */
export async function certificate(): Promise<{ cert: string; key: string }> {
  if (!existsSync(CERTIFICATE)) {
    const made = await generate([{ name: "commonName", value: "127.0.0.1" }], {
      extensions: [{ name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] }],
    });
    writeFileSync(KEY, made.private, { mode: 0o600 });
    writeFileSync(CERTIFICATE, made.cert);
  }
  return { cert: readFileSync(CERTIFICATE, "utf8"), key: readFileSync(KEY, "utf8") };
}
