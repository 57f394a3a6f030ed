import { AsyncLocalStorage } from "node:async_hooks";
import { hostname } from "node:os";
import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { setGlobalErrorHandler, W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Tracing } from "@rapport/core";

/** Spans of statements in one span. A job may run thousands, which would crowd out everything else. */
const MAX_STATEMENTS = 100;
/** Milliseconds that a stop waits for the collector. */
const FLUSH_LIMIT_MS = 3_000;
/** Milliseconds between two log lines about a collector that takes nothing. */
const FAILURE_INTERVAL_MS = 60_000;

const KINDS = {
  request: SpanKind.SERVER,
  job: SpanKind.INTERNAL,
  webhook: SpanKind.CLIENT,
} as const;

interface Active {
  readonly context: Context;
  statements: number;
}

/**
 * Sends traces to a collector by OTLP over HTTP, in batches. If the collector is slow or down, spans are dropped and
 * nothing waits.
 *
 * @param options.endpoint base address of the collector, without a trailing slash
 * @param options.ratio part of the traces that is sent, from 0 to 1, if the caller has not decided
 * @param options.version version of the program
 * @param options.onError called at most once a minute while spans cannot be sent
 */
export function openTracing(options: {
  endpoint: string;
  ratio: number;
  version: string;
  onError: (error: unknown) => void;
}): Tracing {
  setGlobalErrorHandler(atMostOnceAMinute(options.onError));
  const service = resourceFromAttributes({
    "service.name": "rapport",
    "service.version": options.version,
    // Tells processes of one machine apart.
    "service.instance.id": `${hostname()}:${process.pid}`,
  });
  const provider = new TracerProvider({
    resource: service.merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(options.ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${options.endpoint}/v1/traces` }),
        scheduledDelayMillis: 1_000,
      }),
    ],
  });
  return tracingWith(provider.getTracer("rapport"), async () => {
    await Promise.race([
      provider.shutdown().catch(() => undefined),
      new Promise((resolve) => setTimeout(resolve, FLUSH_LIMIT_MS).unref()),
    ]);
  });
}

function tracingWith(tracer: Tracer, close: () => Promise<void>): Tracing {
  const active = new AsyncLocalStorage<Active>();
  const propagator = new W3CTraceContextPropagator();

  function start(kind: keyof typeof KINDS, name: string, parent: Context) {
    const span = tracer.startSpan(name, { kind: KINDS[kind] }, parent);
    return { span, within: { context: trace.setSpan(parent, span), statements: 0 } };
  }

  return {
    statement(name, run) {
      const parent = active.getStore();
      if (parent === undefined || parent.statements >= MAX_STATEMENTS) return run();
      parent.statements++;
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT }, parent.context);
      return ended(span, run());
    },
    inSpan(kind, name, work) {
      const { span, within } = start(kind, name, ROOT_CONTEXT);
      const headers: Record<string, string> = {};
      propagator.inject(within.context, headers, defaultTextMapSetter);
      const note = (attributes: Parameters<Span["setAttributes"]>[0]) =>
        void span.setAttributes(attributes);
      return active.run(within, () => ended(span, work({ headers, note })));
    },
    request(headers, run) {
      const parent = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
      const { span, within } = start("request", "request", parent);
      active.run(within, run);
      return (name, attributes) => {
        span.updateName(name).setAttributes(attributes);
        const status = attributes["http.response.status_code"];
        if (Number(status) >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      };
    },
    close,
  };
}

/** Ends a span with the work. Only the name of an error becomes an attribute, because its message may have values. */
async function ended<T>(span: Span, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const name = error instanceof Error ? error.name : "unknown";
    span.setAttribute("error.type", name).setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

function atMostOnceAMinute(onError: (error: unknown) => void): (error: unknown) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (cause) => {
    const now = performance.now();
    if (now - last < FAILURE_INTERVAL_MS) return;
    last = now;
    const reason = cause instanceof Error ? cause.message : String(cause);
    onError(new Error(`traces cannot be sent: ${reason}`));
  };
}
