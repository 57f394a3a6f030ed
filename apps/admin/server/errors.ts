import { answerOf, CrmError, failureBehind, refusalOf, refusalOrInternal } from "@rapport/core";
import type { ErrorRequestHandler } from "express";

/** Answers errors outside the procedures as JSON. */
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
  const refusal = refusalOf(error);
  if (refusal !== undefined) {
    const failure = failureBehind(refusal);
    if (failure !== undefined) onError(failure);
    return refusal;
  }
  // Express and its body parser set a 4xx status on errors that the caller caused.
  const { status = 500 } = error as { status?: number };
  if (status === 413) return new CrmError("PAYLOAD_TOO_LARGE", "The body is too large.");
  if (status === 415) {
    return new CrmError("UNSUPPORTED_MEDIA_TYPE", "Send the body as JSON in UTF-8.");
  }
  if (status >= 400 && status < 500) {
    return new CrmError("INVALID_INPUT", "The body is not valid JSON.");
  }
  onError(error);
  return refusalOrInternal(error);
}
