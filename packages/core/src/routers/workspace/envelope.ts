import { z } from "zod";

const status = z.literal("success").meta({ description: "'success' on success" });

/** The envelope of the Workspace API (§2.9). */
export function envelope<Data extends z.ZodType>(data: Data) {
  return z.object({ status, data });
}

/** The envelope of a list (§2.9). */
export function listEnvelope<Item extends z.ZodType>(item: Item) {
  return z.object({
    status,
    data: z.array(item),
    pagination: z.object({
      nextCursor: z
        .string()
        .nullable()
        .meta({ description: "Cursor of the next page; null on the last" }),
    }),
  });
}

export function success<Data>(data: Data) {
  return { status: "success" as const, data };
}
