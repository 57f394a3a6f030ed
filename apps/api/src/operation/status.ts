import type { Response } from "express";

/** What nginx logs for a client that disconnected before the response began. No client sees it. */
const CLIENT_CLOSED_REQUEST = 499;

/** Returns the status of a closed response, for logs, metrics and traces. */
export function statusOf(res: Response): number {
  return res.headersSent ? res.statusCode : CLIENT_CLOSED_REQUEST;
}
