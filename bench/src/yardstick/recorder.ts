import { KEY_SCOPES, PUBLIC_SCOPES } from "@rapport/core";
import { appRouter, type Context } from "@rapport/core/routers";
import type { Database } from "@rapport/db";
import { openService } from "@rapport/service/service";
import { readConfig } from "@rapport/service/settings/config";
import type { Ask, Question, QuestionWork } from "../measures/questions.ts";
import { SECRET_KEY } from "../processes.ts";
import type { Seeded } from "../seed.ts";

/** A statement that Rapport ran. */
export interface Step {
  readonly name: string;
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** A question with the statements that answer it and the number of results, for a yardstick. */
export interface Recorded {
  readonly question: Question;
  readonly steps: readonly Step[];
  readonly results: number;
}

export interface RecordedWork {
  readonly name: string;
  readonly unit?: "events";
  readonly isWorkspace?: boolean;
  readonly recorded: readonly Recorded[];
}

/** Asks each question of some works once in this process, and records the statements that answer it. */
export async function recordStatements(
  databaseUrl: string,
  dataDir: string,
  seeded: Seeded,
  works: readonly QuestionWork[],
): Promise<readonly RecordedWork[]> {
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SECRET_KEY: SECRET_KEY.toString("base64"),
  });
  const service = await openService(config, {
    onError: (error) => process.stderr.write(`${String(error)}\n`),
  });
  try {
    const steps: Step[] = [];
    const context = makeContext(service.deps, recording(service.deps.db, steps), seeded);
    const recorded: RecordedWork[] = [];
    for (const { questions, ...work } of works) {
      const ask = askWith(context, work.isWorkspace ? "workspace" : "public");
      const answers: Recorded[] = [];
      for (const question of await questions(seeded, ask)) {
        steps.length = 0;
        const { results } = await ask(question);
        answers.push({ question, steps: [...steps], results: results.length });
      }
      recorded.push({ ...work, recorded: answers });
    }
    return recorded;
  } finally {
    await service.close();
  }
}

/** The services' other dependencies keep the database itself, so what they run in the background is not recorded. */
function recording(db: Database, steps: Step[]): Database {
  return {
    ...db,
    execute: async (query, values) => {
      const { name, sql } = query;
      steps.push({ name, sql, values: [...values] });
      return db.execute(query, values);
    },
  };
}

function makeContext(deps: Context["deps"], db: Database, seeded: Seeded): Context {
  const { tenantId, projectId, clientId } = seeded;
  const scopes = new Set([...PUBLIC_SCOPES.keys(), ...KEY_SCOPES.keys()]);
  return {
    deps: { ...deps, db },
    caller: { kind: "client", id: clientId, tenantId, projectId, scopes },
    requestId: "bench",
    idempotencyKey: undefined,
    setHeader: () => undefined,
    setStatus: () => undefined,
    transport: "rest",
  };
}

function askWith(context: Context, api: "public" | "workspace"): Ask {
  const caller = appRouter.createCaller(context)[api] as unknown as Procedures;
  return async ({ procedure, input }) => {
    const [branch = "", name = ""] = procedure.split(".");
    const call = caller[branch]?.[name];
    if (call === undefined) throw new Error(`there is no procedure ${procedure}`);
    const { data, pagination } = await call(input);
    if (Array.isArray(data)) return { results: data, nextCursor: pagination?.nextCursor ?? null };
    const { results, nextCursor } = data as Partial<Awaited<ReturnType<Ask>>>;
    return { results: results ?? [data as { id: unknown }], nextCursor: nextCursor ?? null };
  };
}

type Procedure = (input: unknown) => Promise<{
  readonly data: unknown;
  readonly pagination?: { readonly nextCursor: string | null };
}>;
type Procedures = Readonly<Record<string, Readonly<Record<string, Procedure>>>>;
