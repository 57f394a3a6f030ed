import { type Finding, ok, warning } from "./finding.ts";

const TIMEOUT = 3_000;

/** Whether the messaging platform answers at all; what it answers without credentials does not matter. */
export async function checkPlatform(graphUrl: string): Promise<Finding> {
  const { host } = new URL(graphUrl);
  try {
    const signal = AbortSignal.timeout(TIMEOUT);
    const response = await fetch(graphUrl, { method: "HEAD", redirect: "manual", signal });
    await response.body?.cancel();
    return ok("platform", `The messaging platform at ${host} answers.`);
  } catch (error) {
    const { name, cause } = error as Error;
    const code = (cause as NodeJS.ErrnoException | undefined)?.code;
    const why = name === "TimeoutError" ? "no answer within 3 seconds" : (code ?? "no connection");
    return warning(
      "platform",
      `The messaging platform at ${host} cannot be reached (${why}), so templates are not synced; check META_GRAPH_URL and the way out of this network.`,
    );
  }
}
