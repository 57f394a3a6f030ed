import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { answerOf, CrmError, type Deps, queueState, startWorker } from "@rapport/core";
import type { Logger } from "pino";
import { createApp } from "./app.ts";
import type { Config } from "./config.ts";
import { openMetrics } from "./operation/metrics.ts";
import { drain, listen } from "./program.ts";
import { openService } from "./service.ts";

export interface RunningServer {
  readonly deps: Deps;
  /** The port that is listened on. */
  readonly port: number;
  /** Takes no more requests, waits for those under way, then closes the database. */
  stop(): Promise<void>;
}

/**
 * Starts everything: database, services, HTTP.
 *
 * @throws ConfigError when the address cannot be listened on; the database's error when it cannot be opened
 */
export async function startServer(config: Config, log: Logger): Promise<RunningServer> {
  const service = await openService(config, (error) => log.error({ err: error }));
  let stopping = false;
  const metrics = openMetrics({
    ping: () => service.deps.db.ping(),
    queue: () => queueState(service.deps),
  });
  const app = createApp({
    deps: service.deps,
    log,
    metrics,
    rateLimit: config.rateLimit,
    trustedProxies: config.trustedProxies,
    ready: service.ready,
    isStopping: () => stopping,
  });
  const server = createServer(app);
  server.on("clientError", answerMalformed);
  try {
    await listen(server, { setting: "PORT", host: config.host, port: config.port });
  } catch (error) {
    await service.close();
    throw error;
  }
  const { port } = server.address() as AddressInfo;
  const worker = startWorker(service.deps, {
    templateSyncEvery: config.templateSyncEvery,
    onAttempt: metrics.deliveryAttempted,
    onError: (error) => log.error({ err: error }, "webhook worker"),
  });
  log.info({ host: config.host, port, database: service.deps.db.dialect }, "listening");

  return {
    deps: service.deps,
    port,
    stop: async () => {
      stopping = true;
      await Promise.all([drain(server), worker.stop()]);
      await service.close();
      log.info("stopped");
    },
  };
}

/** What is not even HTTP never reaches Express; it is answered as JSON all the same. */
function answerMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = `req_${randomUUID()}`;
  const isTooLarge = error.code === "HPE_HEADER_OVERFLOW";
  const status = isTooLarge ? "431 Request Header Fields Too Large" : "400 Bad Request";
  const message = isTooLarge ? "The headers are too large." : "The request is not valid HTTP.";
  const refusal = new CrmError("INVALID_INPUT", message, {
    issues: [{ path: "", code: "malformed_http", message }],
  });
  const body = JSON.stringify(answerOf(refusal, "public", requestId).body);
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      "Content-Type: application/json; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      "Connection: close",
      "",
      body,
    ].join("\r\n"),
  );
}
