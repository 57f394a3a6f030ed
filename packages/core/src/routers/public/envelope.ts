import { z } from "zod";
import { nextCursor } from "../schemas.ts";

/** Returns the response schema of the Public Object API around `data` (specification §2.1). */
export function envelope<Data extends z.ZodType>(data: Data) {
  return z.object({
    success: z.boolean().meta({ description: "Whether the request succeeded", example: true }),
    message: z.string().meta({ description: "Result in words, for people" }),
    data,
  });
}

/** Returns the schema of one page of a list (specification §2.10). */
export function resultsPage<Item extends z.ZodType>(item: Item, description: string) {
  return z.object({ results: z.array(item).readonly().describe(description), nextCursor });
}

export function success<Data>(message: string, data: Data) {
  return { success: true, message, data };
}
