import { request } from "undici";
import { type Finding, ok, warning } from "./finding.ts";

const TIMEOUT = 3_000;

/** Whether the messaging platform answers at all; what it answers without credentials does not matter. */
export async function checkPlatform(graphUrl: string): Promise<Finding> {
  const { host } = new URL(graphUrl);
  try {
    const signal = AbortSignal.timeout(TIMEOUT);
    const { body } = await request(graphUrl, { method: "HEAD", signal });
    await body.dump();
    return ok("platform", `The messaging platform at ${host} answers.`);
  } catch (error) {
    const { name, code } = error as NodeJS.ErrnoException;
    const why = name === "TimeoutError" ? "no answer within 3 seconds" : (code ?? name);
    return warning(
      "platform",
      `The messaging platform at ${host} cannot be reached (${why}), so templates are not synced; check META_GRAPH_URL and the way out of this network.`,
    );
  }
}
