import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import {
  type ExportDefinition,
  exportEncoding,
  exportOfProject,
  makeEncoder,
  type OperatorExport,
} from "@rapport/core";
import { parseExport } from "@rapport/core/routers";
import type { Output } from "../command.ts";
import { writeNewFile } from "../new-file.ts";
import { type Progress, startProgress } from "../progress.ts";
import { type ProcessIo, print, withDeps } from "../session.ts";

export interface ExportOptions extends Output {
  project: number;
  object: string;
  out: string;
  format?: ExportDefinition["format"];
  gzip?: boolean;
  labels?: boolean;
  delimiter?: string;
  encoding?: string;
  protect?: boolean;
  properties?: string[];
  associations?: string[];
  query?: string;
  filters?: unknown;
  sort?: string;
}

/** Writes the records into the file and prints their number. */
export async function exportRecords(
  io: ProcessIo,
  { json, ...options }: ExportOptions,
): Promise<void> {
  const definition = readDefinition(options);
  const rows = await withDeps(io, async (deps) => {
    const found = await exportOfProject(deps, options.project, definition);
    return save(json ? undefined : startProgress(io), options.out, definition, found);
  });
  print(io, { file: options.out, rows }, { ...(json && { json }) });
}

function readDefinition(options: ExportOptions): ExportDefinition {
  const { object, out, properties, associations, query, filters, sort } = options;
  const plain = out.replace(/\.gz$/i, "");
  const format = options.format ?? (/\.(ndjson|jsonl)$/i.test(plain) ? "ndjson" : "csv");
  const direction = sort?.startsWith("-") ? "DESCENDING" : "ASCENDING";
  return parseExport({
    object,
    format,
    gzip: options.gzip ?? plain !== out,
    labels: options.labels ?? false,
    delimiter: options.delimiter === "tab" ? "\t" : options.delimiter,
    encoding: options.encoding,
    protectFormulas: options.protect === false ? false : undefined,
    properties,
    associations,
    query,
    filterGroups: filters,
    sorts: sort === undefined ? [] : [{ internal_name: sort.replace(/^-/, ""), direction }],
  });
}

async function save(
  progress: Progress | undefined,
  file: string,
  definition: ExportDefinition,
  { object, total, parts }: OperatorExport,
): Promise<number> {
  const { gzip } = definition;
  const encode = makeEncoder(exportEncoding(definition));
  const known = total.relation === "eq" ? total.value : null;
  const { title, plural: units } = object;
  const counted = { doing: "Exporting", of: known, unit: title.toLowerCase(), units };
  let rows = 0;
  async function* bytes(): AsyncGenerator<Buffer> {
    for await (const next of parts) {
      rows += next.rows;
      progress?.show({ ...counted, done: rows });
      yield encode(next.text);
    }
  }
  try {
    await writeNewFile(file, (target) => {
      const source = Readable.from(bytes(), { objectMode: false });
      return gzip ? pipeline(source, createGzip(), target) : pipeline(source, target);
    });
    return rows;
  } finally {
    progress?.end();
  }
}
