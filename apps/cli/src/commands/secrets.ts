import type { Command } from "commander";
import { noun, type Output, verb } from "../command.ts";
import { type ProcessIo, print, readInstallation, withDeps } from "../session.ts";

/** Adds `rapport secrets`. */
export function addSecrets(program: Command, io: ProcessIo): void {
  const secrets = noun(program, "secrets", {
    group: "Access:",
    summary: "the key that encrypts stored secrets",
    description:
      "The secret key encrypts signing keys, webhook secrets and the messaging platform's tokens in the database. It is SECRET_KEY, or the file secret-key in DATA_DIR.",
  });
  verb(secrets, "rotate", {
    summary: "encrypt every secret with a new key",
    description:
      "Creates a new secret key and encrypts every secret again with it. If SECRET_KEY is set, first set it to the new key, a comma and the old key.",
    examples: ["rapport secrets rotate"],
  }).action(async (out: Output) => {
    await readInstallation(io);
    const { addSecretKey } = await import("@rapport/api/config");
    addSecretKey(io.env);
    const resealed = await withDeps(io, (deps, { rotateSecretKey }) => rotateSecretKey(deps));
    print(io, { resealed }, out);
  });
}
