import type { Finding } from "@rapport/core";
import type { Command } from "commander";
import { type Output, verb } from "../../command.ts";
import type { ProcessIo } from "../../session.ts";

/** Adds `rapport doctor`. */
export function addDoctor(program: Command, io: ProcessIo): void {
  verb(program, "doctor", {
    summary: "check an installation and suggest fixes",
    description:
      "Checks settings, secret key, disk, database, migrations, clock, signing keys, webhook deliveries and the connection to the messaging platform. Changes nothing.",
    details:
      "Each check is ok, a warning or failed, with a line that says what to do. The exit code is 1 if a check failed. Warnings do not change it.",
    examples: ["rapport doctor", "rapport doctor --json"],
  })
    .helpGroup("Operate:")
    .action(async ({ json }: Output) => {
      const { runChecks } = await import("./doctor-checks.ts");
      const findings = await runChecks(io.env);
      const failed = findings.some((one) => one.state === "failed");
      io.stdout.write(
        json ? `${JSON.stringify({ healthy: !failed, checks: findings })}\n` : asLines(findings),
      );
      if (failed) io.exitCode = 1;
    });
}

function asLines(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map((one) => one.check.length));
  return findings
    .map((one) => `${one.state.padEnd(7)}  ${one.check.padEnd(width)}  ${one.message}\n`)
    .join("");
}
