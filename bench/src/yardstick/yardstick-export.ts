/** Reads the contacts of a project and writes the same CSV file as an export, with nothing else. */
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { COLUMNS } from "../measures/transfer-calls.ts";
import { openRaw } from "./raw-database.ts";

const PAGE = 1_000;

const [, , url = "", project = "", file = ""] = process.argv;
const db = openRaw(url);
const start = performance.now();
const used = process.cpuUsage();
const out = createWriteStream(file);
out.write(`id,createdAt,updatedAt,${COLUMNS.join(",")}\r\n`);
let rows = 0;
for (let after = 0, isMore = true; isMore; ) {
  const page = await db.run(
    `select id, created_at, updated_at, properties from records where project_id = ${Number(project)} and id > ${after}
      and type = 'contact' and deleted_at is null order by id limit ${PAGE}`,
  );
  let text = "";
  for (const { id, created_at: created, updated_at: updated, properties } of page) {
    const values: Record<string, unknown> =
      typeof properties === "string" ? JSON.parse(properties) : properties;
    const cells = COLUMNS.map((name) => toCell(values[name]));
    text += `${id},${toTime(created)},${toTime(updated)},${cells.join(",")}\r\n`;
    after = Number(id);
  }
  if (!out.write(text)) await once(out, "drain");
  rows += page.length;
  isMore = page.length === PAGE;
}
out.end();
await once(out, "finish");
const { user, system } = process.cpuUsage(used);
await db.close();
const ms = performance.now() - start;
process.stdout.write(`${JSON.stringify({ rows, ms, cpuMs: (user + system) / 1_000 })}\n`);

/** SQLite has times as text, and the driver of PostgreSQL makes dates of them. */
function toTime(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

function toCell(value: unknown): string {
  const plain = value === undefined ? "" : String(value);
  const text = /^'*[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
