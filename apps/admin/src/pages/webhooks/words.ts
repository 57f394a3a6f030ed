import type { Outputs } from "../../api.ts";
import type { Tone } from "../../ui/values/mark.tsx";

type Listed = Outputs["webhooks"]["deliveries"]["list"]["deliveries"][number];
type Attempt = Outputs["webhooks"]["deliveries"]["read"]["attempts"][number];

interface Words {
  readonly tone: Tone;
  readonly words: string;
}

/** Returns the state of a delivery in words. */
export function stateOf({ status, attemptCount }: Pick<Listed, "status" | "attemptCount">): Words {
  if (status === "delivered") return { tone: "good", words: "Delivered" };
  if (status === "failed") return { tone: "bad", words: "Failed" };
  return attemptCount === 0
    ? { tone: "busy", words: "Pending" }
    : { tone: "warn", words: "Retrying" };
}

/** Returns the outcome of an attempt in words, for the developer of the receiver. */
export function outcomeOf({ status, error }: Pick<Attempt, "status" | "error">): Words {
  if (status === null)
    return { tone: "bad", words: `No response: ${error ?? "the connection closed"}` };
  if (error !== null) return { tone: "bad", words: `Response ${status}, then: ${error}` };
  if (status >= 200 && status < 300) return { tone: "good", words: `Accepted with ${status}` };
  return { tone: "bad", words: `Response ${status}: ${meaningOf(status)}` };
}

function meaningOf(status: number): string {
  if (status === 410) return "gone, so the endpoint was disabled";
  if (status === 429) return "too many requests, so the next attempt waits as requested";
  if (status === 401 || status === 403) return "the receiver rejected the credentials";
  if (status === 404) return "the receiver did not find this address";
  if (status >= 500) return "the receiver failed";
  if (status >= 300 && status < 400) return "redirects are not followed, so use the final address";
  return "the receiver refused the request";
}
