import type { Outputs } from "../../api.ts";
import type { Tone } from "../../ui/mark.tsx";

type Listed = Outputs["webhooks"]["deliveries"]["list"]["deliveries"][number];
type Attempt = Outputs["webhooks"]["deliveries"]["read"]["attempts"][number];

interface Words {
  readonly tone: Tone;
  readonly words: string;
}

/** How a delivery stands. */
export function stateOf({ status, attemptCount }: Pick<Listed, "status" | "attemptCount">): Words {
  if (status === "delivered") return { tone: "good", words: "Delivered" };
  if (status === "failed") return { tone: "bad", words: "Failed" };
  return attemptCount === 0
    ? { tone: "busy", words: "Waiting" }
    : { tone: "warn", words: "Trying again" };
}

/** What came of an attempt, and what it means for the one who keeps the receiver. */
export function outcomeOf({ status, error }: Pick<Attempt, "status" | "error">): Words {
  if (status === null) return { tone: "bad", words: `No answer: ${error ?? "nothing came back"}` };
  if (error !== null) return { tone: "bad", words: `Answered ${status}, then: ${error}` };
  if (status >= 200 && status < 300) return { tone: "good", words: `Accepted with ${status}` };
  return { tone: "bad", words: `Answered ${status}: ${meaningOf(status)}` };
}

function meaningOf(status: number): string {
  if (status === 410) return "gone, so the endpoint was disabled";
  if (status === 429) return "too many requests, so the next attempt waits as asked";
  if (status === 401 || status === 403) return "the receiver did not let the request in";
  if (status === 404) return "the receiver has nothing at this address";
  if (status >= 500) return "the receiver failed";
  if (status >= 300 && status < 400) return "redirects are not followed; give the final address";
  return "the receiver refused the request";
}
