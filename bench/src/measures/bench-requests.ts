import { generateKeyPairSync, sign } from "node:crypto";
import { fetchToken } from "../credentials.ts";
import type { BenchDatabase } from "../databases.ts";
import { type CpuClocks, type Figures, type Load, measureInTurn } from "../load.ts";
import { type Options, wants } from "../options.ts";
import { type Running, startRapport, startYardstick } from "../processes.ts";
import type { Row } from "../report.ts";
import type { Seeded } from "../seed.ts";
import type { Input, Operation } from "./batch-works.ts";

/** A write, and the input that makes the yardstick write the same rows. */
interface Write {
  readonly name: string;
  readonly method: "POST" | "PATCH";
  /** Whether it goes to the Workspace API, with an API key. */
  readonly hasKey?: boolean;
  readonly operation: Operation;
  readonly next: (seeded: Seeded) => {
    readonly path: string;
    readonly headers?: Record<string, string>;
    readonly body: object;
    readonly input: Input;
  };
}

let unique = 0;

const WRITES: readonly Write[] = [
  {
    ...{ name: "create", method: "POST", operation: "create" },
    next: ({ companyId }) => {
      const n = `${process.pid}x${unique++}`;
      const properties = toItems({
        ...{ firstname: `First${n}`, lastname: `Last${n}`, email: `new${n}@example.com` },
        ...{ city: "Leeds", lifecyclestage: "lead" },
      });
      const associations = [{ to: { object: "company", id: String(companyId) } }];
      const body = { properties, associations };
      return { path: "/api/objects/contacts", body, input: { properties } };
    },
  },
  {
    ...{ name: "update one property", method: "PATCH", operation: "update" },
    next: ({ firstId, count }) => {
      const id = String(firstId + Math.floor(Math.random() * count));
      const properties = toItems({ lastname: `Changed${unique++}` });
      const body = properties[0] as object;
      return { path: `/api/crm/objects/contacts/${id}`, body, input: { id, properties } };
    },
  },
  {
    ...{ name: "create with a key", method: "POST", operation: "create", hasKey: true },
    next: () => {
      const n = `${process.pid}k${unique++}`;
      const [email, firstname, lastname] = [`${n}@example.com`, n, `Last${n}`] as const;
      const body = { email, firstName: firstname, lastName: lastname };
      const input = { properties: toItems({ email, firstname, lastname }) };
      return { path: "/v1/contacts", headers: { "idempotency-key": n }, body, input };
    },
  },
];

function toItems(values: Record<string, string>) {
  return Object.entries(values).map(([internal_name, value]) => ({ internal_name, value }));
}

/** Measures writes and tokens on Rapport, and compares writes with Express writing the same rows. */
export async function benchRequests(
  { url, seeded, databaseCpuMs }: BenchDatabase,
  folder: string,
  options: Options,
  report: (row: Omit<Row, "database" | "records">) => void,
): Promise<{ startMs: number; residentMb: number } | null> {
  const wanted = WRITES.filter(({ name }) => wants(options, name));
  if (wanted.length === 0 && !wants(options, "token")) return null;
  const rapport = await startRapport({ DATABASE_URL: url, DATA_DIR: folder });
  const express = await startYardstick(url, seeded.projectId);
  const clocks = (server: Running): CpuClocks => ({
    ...{ server: server.cpuMs, database: databaseCpuMs },
  });
  try {
    const token = await fetchToken(rapport, seeded);
    for (const write of wanted) {
      // Alternate, so that a machine that slows down affects both equally.
      const [ours, bare] = await measureInTurn(
        [
          { load: makeLoad(write, rapport.url, token, seeded), clocks: clocks(rapport) },
          { load: bareLoad(write, express.url, seeded), clocks: clocks(express) },
        ],
        options,
      );
      const yardsticks = { express: bare as Figures };
      report({ work: write.name, rapport: ours as Figures, yardsticks });
    }
    if (wants(options, "token")) {
      const load = tokenLoad(rapport, seeded);
      const [ours] = await measureInTurn([{ load, clocks: clocks(rapport) }], options);
      const yardsticks = { signature: signatures(options.seconds) };
      report({ work: "token", rapport: ours as Figures, yardsticks });
    }
    return { startMs: rapport.startMs, residentMb: rapport.residentMb() };
  } finally {
    await Promise.all([rapport.stop(), express.stop()]);
  }
}

const JSON_TYPE = { "content-type": "application/json" };

function makeLoad(
  { method, hasKey, next }: Write,
  url: string,
  token: string,
  seeded: Seeded,
): Load {
  const authorization = `Bearer ${hasKey ? seeded.apiKey : token}`;
  return {
    ...{ url, method, headers: { authorization, ...JSON_TYPE } },
    next: () => {
      const { path, body, headers = {} } = next(seeded);
      return { path, headers, body: JSON.stringify(body) };
    },
  };
}

/** Sends each write as a batch of one. */
function bareLoad({ operation, next }: Write, url: string, seeded: Seeded): Load {
  return {
    ...{ url, method: "POST", headers: JSON_TYPE },
    next: () => {
      const body = JSON.stringify({ inputs: [next(seeded).input] });
      return { path: `/batch/${operation}`, body };
    },
  };
}

function tokenLoad(rapport: Running, seeded: Seeded): Load {
  const basic = btoa(`${seeded.clientId}:${seeded.clientSecret}`);
  return {
    url: rapport.url,
    method: "POST",
    headers: {
      authorization: `Basic ${basic}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    next: () => ({
      path: "/oauth2/token",
      body: "grant_type=client_credentials&scope=crm.contacts.read",
    }),
  };
}

/** Measures how many RS256 signatures one processor makes, one after another. */
function signatures(seconds: number): Figures {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const content = Buffer.alloc(600, "x");
  const end = performance.now() + seconds * 1000;
  let count = 0;
  while (performance.now() < end) {
    sign("sha256", content, privateKey);
    count++;
  }
  const perSecond = Math.round(count / seconds);
  const ms = 1000 / perSecond;
  return { perSecond, p50: ms, p99: ms, cpuUs: Math.round(1000 * ms), databaseCpuUs: 0 };
}
