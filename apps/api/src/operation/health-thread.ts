import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { parentPort, workerData } from "node:worker_threads";
import { type HealthAnswer, healthAnswers, refusal } from "./health-answers.ts";
import type { HealthOrder, HealthReport, HealthThreadData } from "./health-messages.ts";
import { HealthState } from "./health-state.ts";
import { lastMetrics } from "./last-metrics.ts";

/**
 * The thread behind METRICS_PORT. It imports nothing that is large or touches the database, and so never waits for
 * what the API's thread does.
 */

/** Open connections: a few programs of an operator. Further ones are closed as they arrive. */
const CONNECTIONS = 256;
/** Milliseconds that answers under way have when the program stops. */
const STOP_LIMIT = 1_000;

const { host, port, token, memory, limits } = workerData as HealthThreadData;
const report = (message: HealthReport) => parentPort?.postMessage(message);
const metrics = lastMetrics(() => report({ kind: "scrape" }), limits.scrape);
const answerTo = healthAnswers({ state: new HealthState(memory), metrics, token, limits });

const server = createServer(
  { headersTimeout: 15_000, requestTimeout: 15_000, requireHostHeader: false },
  (req, res) => {
    answerTo(req).then(
      (answer) => send(req, res, answer),
      () => send(req, res, refusal(500, "INTERNAL", "The answer could not be made.")),
    );
  },
);
server.maxConnections = CONNECTIONS;
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
  // The thread ends once nothing keeps it busy.
  server.close(() => parentPort?.close());
  setTimeout(() => server.closeAllConnections(), STOP_LIMIT).unref();
}
