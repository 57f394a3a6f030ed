import { z } from "zod";

/** Returns the response schema of the Public Object API around `data` (specification §2.1). */
export function envelope<Data extends z.ZodType>(data: Data) {
  return z.object({
    success: z.boolean().meta({ description: "Whether the request succeeded", example: true }),
    message: z.string().meta({ description: "Result in words, for people" }),
    data,
  });
}

export function success<Data>(message: string, data: Data) {
  return { success: true, message, data };
}
