import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { createGunzip } from "node:zlib";
import { builtInType, exportProject, OBJECT_TYPES } from "@rapport/core";
import type { AnyJson } from "@rapport/testing";
import type { TestApp } from "./app.ts";
import type { ComparedProject } from "./compared-projects.ts";
import { exportApi } from "./exports.ts";
import { numbered, restOf } from "./feed.ts";
import { recordApi } from "./records.ts";

const TYPES = Object.keys(OBJECT_TYPES);
const ALL = TYPES.join(",");

/** Reads all of a project: its records, histories, feed, exports, and the file that moves it. */
export async function wholeProject({ app, projectId, token }: ComparedProject) {
  const api = recordApi(app, { token });
  const listed = async (path: string) => (await api.pages(path)).flatMap(({ results }) => results);
  const records: AnyJson[] = [];
  const deleted: AnyJson[] = [];
  const histories: unknown[] = [];
  for (const type of TYPES) {
    const path = `/api/crm/objects/${builtInType(type).plural}`;
    const live = await listed(`${path}?limit=200&associations=${ALL}`);
    const gone = await listed(`${path}?limit=200&archived=true`);
    for (const { id } of [...live, ...gone]) {
      const history = await api.get(`${path}/${id}/history?limit=200`);
      histories.push([type, id, history.status, history.body.data?.results]);
    }
    records.push(...live.map((record) => ({ type, ...record })));
    deleted.push(...gone.map((record) => ({ type, ...record })));
  }
  const exports: unknown[] = [];
  // A project may have few open exports.
  for (const type of new Set(records.map((record) => record.type))) {
    exports.push(await exported(app, token, type));
  }
  await numbered(app);
  const { events } = await restOf(app, token);
  const sink = new PassThrough();
  const [file] = await Promise.all([
    text(sink.pipe(createGunzip())),
    exportProject(app.deps, projectId, sink),
  ]);
  const lines = linesOf(file);
  // The digests are of times too.
  const { counts } = lines.pop();
  lines.push({ counts });
  return { records, deleted, histories, events, exports, lines };
}

async function exported(app: TestApp, token: string, object: string) {
  const associations = TYPES;
  const { text } = exportApi(app, token);
  const [csv, ndjson] = await Promise.all(
    ["csv", "ndjson"].map((format) => text({ object, format, associations })),
  );
  return { csv, ndjson: linesOf(ndjson as string) };
}

function linesOf(ndjson: string): AnyJson[] {
  return ndjson
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}
