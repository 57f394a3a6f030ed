import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { parentPort, workerData } from "node:worker_threads";
import { type HealthAnswer, healthAnswers, refusal } from "./health-answers.ts";
import type { HealthOrder, HealthReport, HealthThreadData } from "./health-messages.ts";
import { HealthState } from "./health-state.ts";
import { lastMetrics } from "./last-metrics.ts";

/**
 * The thread that serves METRICS_PORT. It imports nothing large and never uses the database, so that it never waits for
 * the API thread.
 */

/** Limit on open connections: only a few monitoring programs connect. Further connections are refused. */
const MAX_CONNECTIONS = 256;
/** How long running requests may take when the program stops. */
const STOP_LIMIT_MS = 1_000;

const { host, port, token, memory, limits } = workerData as HealthThreadData;
const report = (message: HealthReport) => parentPort?.postMessage(message);
const metrics = lastMetrics(() => report({ kind: "scrape" }), limits.scrape);
const answerTo = healthAnswers({ state: new HealthState(memory), metrics, token, limits });

const server = createServer(
  { headersTimeout: 15_000, requestTimeout: 15_000, requireHostHeader: false },
  (req, res) => {
    answerTo(req).then(
      (answer) => send(req, res, answer),
      () =>
        send(
          req,
          res,
          refusal(500, "INTERNAL", "Something went wrong on our side. Try again later."),
        ),
    );
  },
);
server.maxConnections = MAX_CONNECTIONS;
server.on("drop", () => server.closeIdleConnections());
server.once("error", (error: NodeJS.ErrnoException) => {
  report({ kind: "failed", code: error.code, message: error.message });
});
server.listen(port, host, () => {
  report({ kind: "listening", port: (server.address() as AddressInfo).port });
});

parentPort?.on("message", (order: HealthOrder) => {
  if (order.kind === "metrics") metrics.take(order.scraped);
  else stop();
});

function send(req: IncomingMessage, res: ServerResponse, answer: HealthAnswer): void {
  res.writeHead(answer.status, {
    "X-Content-Type-Options": "nosniff",
    "Content-Length": Buffer.byteLength(answer.body),
    ...answer.headers,
  });
  res.end(req.method === "HEAD" ? undefined : answer.body);
}

function stop(): void {
  // The thread exits once the port and the server are closed.
  server.close(() => parentPort?.close());
  setTimeout(() => server.closeAllConnections(), STOP_LIMIT_MS).unref();
}
