import { randomInt } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fetchToken } from "../credentials.ts";
import type { BenchDatabase } from "../databases.ts";
import { type Figures, type Load, measureInTurn } from "../load.ts";
import { type Options, wants } from "../options.ts";
import { type Running, startRapport, startYardstick } from "../processes.ts";
import type { Row } from "../report.ts";
import { type Recorded, recordStatements } from "../yardstick/recorder.ts";
import { QUESTION_WORKS } from "./questions.ts";

/** Measures reads, lists, searches and the feed on Rapport, and compares them with Express running the same statements. */
export async function benchQuestions(
  { url, seeded, databaseCpuMs }: BenchDatabase,
  folder: string,
  options: Options,
  report: (row: Omit<Row, "database" | "records">) => void,
): Promise<void> {
  const wanted = QUESTION_WORKS.filter(({ name }) => wants(options, name));
  if (wanted.length === 0) return;
  const works = await recordStatements(url, folder, seeded, wanted);
  const file = join(folder, "recorded.json");
  writeFileSync(file, JSON.stringify(works));
  const rapport = await startRapport({ DATABASE_URL: url, DATA_DIR: folder });
  const express = await startYardstick(url, seeded.projectId, file);
  const clocks = (server: Running) => ({ server: server.cpuMs, database: databaseCpuMs });
  try {
    const token = await fetchToken(rapport, seeded);
    for (const [i, { name, unit, isWorkspace, recorded }] of works.entries()) {
      const [ours, bare] = await measureInTurn(
        [
          {
            load: ownLoad(rapport.url, isWorkspace ? seeded.apiKey : token, recorded),
            clocks: clocks(rapport),
          },
          { load: replayLoad(express.url, i, recorded), clocks: clocks(express) },
        ],
        options,
      );
      const perRequest = recorded.reduce((sum, { results }) => sum + results, 0) / recorded.length;
      report({
        work: name,
        rapport: ours as Figures,
        yardsticks: { express: bare as Figures },
        ...(unit && { things: { unit, perRequest } }),
      });
    }
  } finally {
    await Promise.all([rapport.stop(), express.stop()]);
  }
}

function ownLoad(url: string, credential: string, recorded: readonly Recorded[]): Load {
  return {
    url,
    method: recordedMethod(recorded),
    headers: { authorization: `Bearer ${credential}`, "content-type": "application/json" },
    next: () => {
      const { path, body } = (recorded[randomInt(recorded.length)] as Recorded).question;
      return { path, ...(body && { body: JSON.stringify(body) }) };
    },
  };
}

function replayLoad(url: string, work: number, recorded: readonly Recorded[]): Load {
  return {
    url,
    method: recordedMethod(recorded),
    headers: { "content-type": "application/json" },
    next: () => {
      const variant = randomInt(recorded.length);
      const { body } = (recorded[variant] as Recorded).question;
      return { path: `/replay/${work}/${variant}`, ...(body && { body: JSON.stringify(body) }) };
    },
  };
}

function recordedMethod(recorded: readonly Recorded[]): "GET" | "POST" {
  return recorded[0]?.question.method ?? "GET";
}
