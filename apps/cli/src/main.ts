import { ConfigError } from "@rapport/api/config";
import { CrmError } from "@rapport/core";
import { program } from "./program.ts";

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`rapport: ${lineOf(error)}\n`);
  process.exitCode = 1;
}

function lineOf(error: unknown): string {
  if (error instanceof CrmError || error instanceof ConfigError) {
    const details = error instanceof CrmError ? error.issues.map((issue) => issue.message) : [];
    return [error.message, ...details].join(" ");
  }
  return error instanceof Error ? error.message || error.name : String(error);
}
