import type { Command } from "commander";
import { noun, type Output, verb } from "../command.ts";
import { type ProcessIo, print, withDeps } from "../session.ts";

/** Adds `rapport keys`. */
export function addKeys(program: Command, io: ProcessIo): void {
  const keys = noun(program, "keys", {
    group: "Access:",
    summary: "keys that sign access tokens",
    description: "Signing keys sign access tokens; /oauth2/jwks publishes their public parts.",
  });
  verb(keys, "rotate", {
    summary: "create a new signing key",
    description:
      "Creates a new signing key. It is published now and signs in 15 minutes, after every program that caches the key set has loaded it.",
    examples: ["rapport keys rotate"],
  }).action(async (out: Output) => {
    const { kid, signsFrom } = await withDeps(io, (deps, { rotateSigningKey }) =>
      rotateSigningKey(deps),
    );
    print(io, { kid, signs_from: signsFrom }, out);
  });
}
