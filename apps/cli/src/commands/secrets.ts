import { addSecretKey } from "@rapport/api/config";
import { rotateSecretKey } from "@rapport/core";
import type { Command } from "commander";
import { noun, type Output, verb } from "../command.ts";
import { type ProcessIo, print, withDeps } from "../session.ts";

/** Adds `rapport secrets`. */
export function addSecrets(program: Command, io: ProcessIo): void {
  const secrets = noun(program, "secrets", {
    group: "Access:",
    summary: "the key that secrets are encrypted with at rest",
    description:
      "Signing keys, webhook secrets and the messaging platform's tokens are encrypted in the database with the secret key: SECRET_KEY, or the file secret-key in DATA_DIR.",
  });
  verb(secrets, "rotate", {
    summary: "encrypt every secret with a new key",
    description:
      "Makes a new secret key the current one and encrypts every secret anew. With SECRET_KEY set, set it to the new key, a comma and the old key first.",
    examples: ["rapport secrets rotate"],
  }).action(async (out: Output) => {
    addSecretKey(io.env);
    print(io, { resealed: await withDeps(io, (deps) => rotateSecretKey(deps)) }, out);
  });
}
