import { Pool } from "undici";
import { fetchToken } from "../credentials.ts";
import type { BenchDatabase } from "../databases.ts";
import type { Figures } from "../load.ts";
import { type Options, wants } from "../options.ts";
import { type Running, startRapport, startYardstick } from "../processes.ts";
import type { Row } from "../report.ts";
import type { Seeded } from "../seed.ts";
import {
  BATCH_WORKS,
  type BatchWork,
  type Input,
  newContacts,
  type Operation,
  type Records,
} from "./batch-works.ts";

/** Rounds before the figures count. The first batches of a process take three times as long. */
const WARM_UP_ROUNDS = 5;
/** Single requests under way at once. */
const CONNECTIONS = 32;

/** Where inputs are sent, and what became of them. */
interface Side {
  readonly records: Records;
  readonly prepare: Prepare;
  readonly cpuMs: () => number;
}

/**
 * Writes the requests for some inputs, so that only the server is timed: the load would write the body of a batch while
 * the server has nothing to do, but the bodies of single requests while it works.
 */
type Prepare = (operation: Operation, inputs: readonly Input[]) => Send;
/** Sends the requests. */
type Send = () => Promise<ReadIds>;
/** Reads the ids of the records in the responses. */
type ReadIds = () => readonly string[];

/**
 * Measures batches of 1,000 in records per second, and compares them with single requests and with the same rows
 * written by the driver alone in one transaction.
 */
export async function benchBatches(
  { url, seeded, databaseCpuMs }: BenchDatabase,
  folder: string,
  options: Options,
  report: (row: Omit<Row, "database" | "records">) => void,
): Promise<void> {
  const wanted = BATCH_WORKS.filter(({ name }) => wants(options, name));
  if (wanted.length === 0) return;
  const rapport = await startRapport({ DATABASE_URL: url, DATA_DIR: folder });
  const express = await startYardstick(url, seeded.projectId);
  const pools = [rapport, express].map(
    (server) => new Pool(server.url, { connections: CONNECTIONS }),
  ) as [Pool, Pool];
  try {
    const headers = { authorization: `Bearer ${await fetchToken(rapport, seeded)}` };
    const sides = [
      makeSide(rapport, seeded, batchSender(pools[0], "/api/crm/objects/contacts/batch", headers)),
      makeSide(rapport, seeded, singleSender(pools[0], headers)),
      makeSide(express, seeded, batchSender(pools[1], "/batch", {})),
    ];
    for (const work of wanted) {
      const figures: Figures[][] = sides.map(() => []);
      for (let round = -WARM_UP_ROUNDS; round < options.rounds * 3; round++) {
        for (const [i, side] of sides.entries()) {
          const one = await timeBatch(side, work, databaseCpuMs);
          if (round >= 0) figures[i]?.push(one);
        }
      }
      const [rapportFigures, singles, bare] = figures.map(medianBatch) as [
        Figures,
        Figures,
        Figures,
      ];
      report({ work: work.name, rapport: rapportFigures, yardsticks: { singles, express: bare } });
    }
  } finally {
    await Promise.all([...pools.map((pool) => pool.close()), rapport.stop(), express.stop()]);
  }
}

function makeSide(server: Running, seeded: Seeded, prepare: Prepare): Side {
  return { records: { seeded, created: [] }, prepare, cpuMs: server.cpuMs };
}

async function timeBatch(
  { records, prepare, cpuMs }: Side,
  { operation, inputs }: BatchWork,
  databaseCpuMs: () => number,
): Promise<Figures> {
  if (operation === "delete") {
    const readIds = await prepare("create", newContacts())();
    records.created.push(...readIds());
  }
  const sent = inputs(records);
  const send = prepare(operation, sent);
  const before = [cpuMs(), databaseCpuMs()] as const;
  const start = performance.now();
  const readIds = await send();
  const ms = performance.now() - start;
  const ids = readIds();
  if (ids.length !== sent.length) throw new Error(`${ids.length} of ${sent.length} succeeded`);
  return {
    perSecond: Math.round((1_000 * sent.length) / ms),
    ...{ p50: Math.round(ms), p99: Math.round(ms) },
    cpuUs: Math.round((1_000 * (cpuMs() - before[0])) / sent.length),
    databaseCpuUs: Math.round((1_000 * (databaseCpuMs() - before[1])) / sent.length),
  };
}

/** Returns the figures of the median batch, with the time of the slowest. */
function medianBatch(figures: readonly Figures[]): Figures {
  const sorted = figures.toSorted((a, b) => a.perSecond - b.perSecond);
  const mean = (of: (one: Figures) => number) =>
    Math.round(figures.reduce((sum, one) => sum + of(one), 0) / figures.length);
  return {
    ...(sorted[sorted.length >> 1] as Figures),
    p99: Math.max(...figures.map(({ p99 }) => p99)),
    cpuUs: mean(({ cpuUs }) => cpuUs),
    databaseCpuUs: mean(({ databaseCpuUs }) => databaseCpuUs),
  };
}

/** Sends the inputs as one batch. */
function batchSender(pool: Pool, path: string, headers: Record<string, string>): Prepare {
  return (operation, inputs) => {
    const idProperty = operation === "upsert" ? { idProperty: "email" } : {};
    const body = JSON.stringify({ ...idProperty, inputs });
    return async () => {
      const answer = await request(pool, ["POST", `${path}/${operation}`, body], headers);
      return () => {
        const { results, errors = [] } = JSON.parse(answer).data as Results;
        if (errors.length > 0) throw new Error(JSON.stringify(errors[0]));
        return results.map(({ record, id }) => String(record?.id ?? id));
      };
    };
  };
}

interface Results {
  readonly results: readonly Found[];
  readonly errors?: readonly unknown[];
}

interface Found {
  readonly id?: unknown;
  readonly record?: { readonly id: unknown };
}

/** Sends each input as a request of its own. */
function singleSender(pool: Pool, headers: Record<string, string>): Prepare {
  return (operation, inputs) => {
    const requests = inputs.map((input) => singleRequest(operation, input));
    return async () => {
      const answers: string[] = [];
      const waiting = requests.entries();
      const worker = async () => {
        for (const [i, one] of waiting) answers[i] = await request(pool, one, headers);
      };
      await Promise.all(Array.from({ length: CONNECTIONS }, worker));
      return () =>
        answers.map((answer, i) => {
          const data = JSON.parse(answer).data as Found | null;
          return String(data?.record?.id ?? data?.id ?? inputs[i]?.id);
        });
    };
  };
}

type Method = "GET" | "POST" | "PATCH" | "DELETE";
type Request = readonly [Method, path: string, body?: string];

function singleRequest(operation: Operation, { id, properties }: Input): Request {
  const record = `/api/crm/objects/contacts/${id}`;
  switch (operation) {
    case "create":
      return ["POST", "/api/objects/contacts", JSON.stringify({ properties })];
    case "upsert":
      return [
        "POST",
        "/api/crm/objects/contacts/upsert",
        JSON.stringify({ idProperty: "email", properties }),
      ];
    case "update":
      return ["PATCH", record, JSON.stringify(properties?.[0])];
    case "read":
      return ["GET", record];
    case "delete":
      return ["DELETE", record];
  }
}

/**
 * @returns the body of the response
 * @throws Error unless the response is a success
 */
async function request(
  pool: Pool,
  [method, path, body]: Request,
  headers: Record<string, string>,
): Promise<string> {
  const type = body === undefined ? {} : { "content-type": "application/json" };
  const answer = await pool.request({
    ...{ method, path, headers: { ...headers, ...type } },
    ...(body !== undefined && { body }),
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`);
  return text;
}
