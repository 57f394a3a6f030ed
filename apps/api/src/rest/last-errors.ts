import { answerOf, CrmError, type Surface } from "@rapport/core";
import type { ErrorRequestHandler, Response } from "express";

/** Answers a refusal in the shape of its surface. */
function sendError(res: Response, error: CrmError, surface: Surface): void {
  const { status, headers, body } = answerOf(error, surface, res.locals.requestId);
  res.status(status).set(headers).type("application/json").send(JSON.stringify(body));
}

/** The last handler: whatever went wrong before a procedure was reached is answered as JSON. */
export function lastErrors(log: (error: unknown) => void): ErrorRequestHandler {
  return (error, req, res, _next) => {
    if (res.headersSent) {
      log(error);
      res.destroy();
      return;
    }
    const crm = asCrmError(error);
    if (crm.code === "INTERNAL") log(error);
    sendError(res, crm, /^\/v1(\/|$)/.test(req.path) ? "workspace" : "public");
  };
}

function asCrmError(error: unknown): CrmError {
  if (error instanceof CrmError) return error;
  if (error instanceof URIError) {
    return new CrmError("INVALID_INPUT", "The path is not validly percent-encoded.", {
      cause: error,
    });
  }
  return new CrmError("INTERNAL", "Something went wrong on our side; try again later.", {
    cause: error,
  });
}
