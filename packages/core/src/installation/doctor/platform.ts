import { request } from "undici";
import { type Finding, ok, warning } from "./finding.ts";

const TIMEOUT_MS = 3_000;

/** Checks that the messaging platform answers. Any answer will do, because the request has no credentials. */
export async function checkPlatform(graphUrl: string): Promise<Finding> {
  const { host } = new URL(graphUrl);
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { body } = await request(graphUrl, { method: "HEAD", signal });
    await body.dump();
    return ok("platform", `The messaging platform at ${host} answers.`);
  } catch (error) {
    const { name, code } = error as NodeJS.ErrnoException;
    const why = name === "TimeoutError" ? "no answer within 3 seconds" : (code ?? name);
    return warning(
      "platform",
      `The messaging platform at ${host} cannot be reached (${why}), so templates are not synced; check META_GRAPH_URL and the outbound access of this network.`,
    );
  }
}
