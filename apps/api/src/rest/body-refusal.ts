import { CrmError } from "@rapport/core";

/**
 * Returns the error for a body that the parser refused.
 *
 * @param limit largest body, in bytes
 * @param example what the message ends with if the form is wrong
 */
export function refusal(error: unknown, limit: number, example = ""): CrmError {
  // The checks before the parser throw it.
  const { cause } = error as { cause?: unknown };
  for (const one of [error, cause]) if (one instanceof CrmError) return one;
  const { type, message } = error as { type?: string; message?: string };
  switch (type) {
    case "entity.too.large":
      return new CrmError(
        "PAYLOAD_TOO_LARGE",
        `The body is larger than ${limit / 1024 / 1024} MiB. Send less at a time.`,
      );
    case "charset.unsupported":
      return new CrmError("UNSUPPORTED_MEDIA_TYPE", "Send the body in UTF-8.");
    case "encoding.unsupported":
      return new CrmError(
        "UNSUPPORTED_MEDIA_TYPE",
        "Send the body without Content-Encoding, or in gzip.",
      );
    default: {
      const fault = `The body is not valid JSON. ${example}`.trim();
      return new CrmError("INVALID_INPUT", "The body is not valid JSON.", {
        issues: [{ path: "", code: "invalid_json", message: fault }],
        cause: message,
      });
    }
  }
}
