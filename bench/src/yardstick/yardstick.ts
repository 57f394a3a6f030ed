/**
 * The baseline for Rapport: Express that runs the same SQL with the same driver, without credentials, checks, logs or
 * metrics. Reads run the statements that Rapport was recorded with; writes are those of `yardstick-batch.ts`.
 */

import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import express from "express";
import type { RecordedWork } from "./recorder.ts";
import { openBatchStore } from "./yardstick-batch.ts";
import { openDriver, type Row } from "./yardstick-driver.ts";

const [, , databaseUrl = "", project = "1", recordedFile = ""] = process.argv;
const driver = openDriver(databaseUrl);
const batch = openBatchStore(driver, Number(project));
const CURSOR = "x".repeat(160);

let works: readonly RecordedWork[] | undefined;

/** Runs the statements of a recorded question, and returns as many rows as Rapport does, as JSON. */
async function replay(work: number, variant: number): Promise<string> {
  works ??= JSON.parse(readFileSync(recordedFile, "utf8")) as readonly RecordedWork[];
  const recorded = works[work]?.recorded[variant];
  if (recorded === undefined) throw new Error(`no statements were recorded for ${work}/${variant}`);
  let last: readonly Row[] = [];
  for (const { sql, values } of recorded.steps) {
    const rows = (await driver.run(sql, ...values)).map(parsed);
    if (rows.length > 0) last = rows;
  }
  const data = { results: last.slice(-recorded.results), nextCursor: CURSOR };
  return JSON.stringify({ success: true, message: "Records found.", data });
}

function parsed(row: Row): Row {
  const { properties, payload, changes } = row;
  if (typeof properties === "string") return { ...row, properties: JSON.parse(properties) };
  if (typeof payload === "string") return { ...row, payload: JSON.parse(payload) };
  return typeof changes === "string" ? { ...row, changes: JSON.parse(changes) } : row;
}

const app = express();
app.disable("x-powered-by");
app.set("etag", false);
app.use(express.json({ limit: "8mb" }));
app.get("/healthz", (_req, res) => res.end());
app.all("/replay/:work/:variant", async (req, res) => {
  const { work, variant } = req.params;
  res.type("application/json").send(await replay(Number(work), Number(variant)));
});
app.post("/batch/:operation", async (req, res) => {
  const results = await batch(req.params.operation, req.body.inputs);
  const data = { results: results.map((record, index) => ({ index, record })), errors: [] };
  res.type("application/json").send({ success: true, message: "Contacts found.", data });
});
const server = app.listen(0, "127.0.0.1", () => {
  process.stdout.write(`${JSON.stringify(server.address() as AddressInfo)}\n`);
});
