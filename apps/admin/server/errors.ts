import { answerOf, CrmError } from "@rapport/core";
import type { ErrorRequestHandler } from "express";

/** Whatever went wrong outside the procedures is answered as JSON. */
export function lastErrors(onError: (error: unknown) => void): ErrorRequestHandler {
  return (error, _req, res, _next) => {
    if (res.headersSent) {
      res.destroy();
      return;
    }
    const { status, headers, body } = answerOf(asCrmError(error, onError), "public", "");
    res.status(status).set(headers).json(body);
  };
}

function asCrmError(error: unknown, onError: (error: unknown) => void): CrmError {
  if (error instanceof CrmError) return error;
  const { type } = error as { type?: string };
  if (type?.startsWith("entity.") || type?.startsWith("encoding.")) {
    return new CrmError("INVALID_INPUT", "The body is not valid JSON.");
  }
  onError(error);
  return new CrmError("INTERNAL", "Something went wrong on our side; try again later.");
}
