import { z } from "zod";
import { nextCursor } from "../schemas.ts";

const status = z
  .literal("success")
  .meta({ description: "Always `success`; `error` in an error response" });

/** Returns the response schema of the Workspace API around `data` (specification §2.9). */
export function envelope<Data extends z.ZodType>(data: Data) {
  return z.object({ status, data });
}

/** Returns the response schema of a list (specification §2.9). */
export function listEnvelope<Item extends z.ZodType>(item: Item) {
  return z.object({
    status,
    data: z.array(item).describe("The records of this page"),
    pagination: z.object({ nextCursor }).describe("How to get the next page"),
  });
}

export function success<Data>(data: Data) {
  return { status: "success" as const, data };
}
