import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { inProjectSnapshot, type ProjectSnapshot, tenancy } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { type End, FORMAT, FORMAT_VERSION, type Header } from "./format.ts";
import { projectLines } from "./project-lines.ts";
import { startTally, type Totals } from "./tally.ts";

/** What an export has written so far. */
export type OnExported = (lines: number) => void;

/**
 * Writes a project into a stream (specification §28): a snapshot of its records in every state, their associations and
 * history, and its schema; without credentials, webhooks and events. The stream is ended only after the last line. A deleted
 * project can be exported until its removal begins.
 *
 * @param sink the file; on an error it is destroyed
 * @throws CrmError NOT_FOUND; CONFLICT if an erasure is not finished
 */
export async function exportProject(
  deps: Pick<Deps, "db">,
  projectId: number,
  sink: NodeJS.WritableStream,
  onExported: OnExported = () => undefined,
): Promise<Totals> {
  const project = await tenancy.findAnyProject.first(deps.db, { id: projectId });
  if (project === undefined || project.removing_since !== null) throw noProject(projectId);
  return inProjectSnapshot(deps.db, projectId, async (snapshot) => {
    const header: Header = {
      kind: "project",
      format: FORMAT,
      version: FORMAT_VERSION,
      name: project.name,
      createdAt: project.created_at,
      exportedAt: new Date().toISOString(),
      firstId: (await snapshot.firstRecord()) ?? null,
    };
    let totals: Totals | undefined;
    await pipeline(
      texts(deps, snapshot, header, {
        onExported,
        onEnd: (ended) => {
          totals = ended;
        },
      }),
      createGzip(),
      sink,
    );
    if (totals === undefined) throw new Error("the file was closed before its end");
    return totals;
  });
}

export function noProject(id: number): CrmError {
  return new CrmError("NOT_FOUND", `There is no project with id ${id}.`);
}

async function* texts(
  deps: Pick<Deps, "db">,
  snapshot: ProjectSnapshot,
  header: Header,
  {
    onExported,
    onEnd,
  }: { readonly onExported: OnExported; readonly onEnd: (totals: Totals) => void },
): AsyncGenerator<string> {
  const hash = createHash("sha256");
  const tally = startTally(header.firstId);
  const first = `${JSON.stringify(header)}\n`;
  hash.update(first);
  yield first;
  let count = 0;
  for await (const lines of projectLines(deps, snapshot)) {
    for (const line of lines) tally.add(line);
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    hash.update(text);
    if (text !== "") yield text;
    count += lines.length;
    onExported(count);
  }
  const totals = tally.end();
  onEnd(totals);
  const end: End = { kind: "end", ...totals, sha256: hash.digest("hex") };
  yield `${JSON.stringify(end)}\n`;
}

/** Returns the counts and digests that an export of a project would have. */
export function sumUpProject(
  deps: Pick<Deps, "db">,
  projectId: number,
  onRead: OnExported,
): Promise<Totals> {
  return inProjectSnapshot(deps.db, projectId, async (snapshot) => {
    const tally = startTally((await snapshot.firstRecord()) ?? null);
    let count = 0;
    for await (const lines of projectLines(deps, snapshot)) {
      for (const line of lines) tally.add(line);
      count += lines.length;
      onRead(count);
    }
    return tally.end();
  });
}
