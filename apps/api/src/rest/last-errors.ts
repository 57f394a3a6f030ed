import { answerOf, CrmError, failureBehind, refusalOrInternal, type Surface } from "@rapport/core";
import type { ErrorRequestHandler, Response } from "express";

function sendError(res: Response, error: CrmError, surface: Surface): void {
  const { status, headers, body } = answerOf(error, surface, res.locals.requestId);
  res.status(status).set(headers).type("application/json").send(JSON.stringify(body));
}

/** Answers every error that occurs outside a procedure, in the JSON format of its API. */
export function lastErrors(log: (error: unknown, requestId: string) => void): ErrorRequestHandler {
  return (error, req, res, _next) => {
    if (res.headersSent) {
      log(error, res.locals.requestId);
      res.destroy();
      return;
    }
    const crm = asCrmError(error);
    res.locals.error = () => crm;
    const failure = failureBehind(crm);
    if (failure !== undefined) log(failure, res.locals.requestId);
    sendError(res, crm, /^\/v1(\/|$)/.test(req.path) ? "workspace" : "public");
  };
}

function asCrmError(error: unknown): CrmError {
  if (error instanceof URIError) {
    return new CrmError("INVALID_INPUT", "The path is not validly percent-encoded.", {
      cause: error,
    });
  }
  return refusalOrInternal(error);
}
