import { once } from "node:events";
import type { FileHandle } from "node:fs/promises";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { access, apiKeys, endpoints, leaving, messaging, tenantRoles } from "@rapport/db";
import { exportAttachments } from "../activities/attachments.ts";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { listTemplates } from "../templates/templates.ts";
import { exportProject, type OnExported } from "./export-project.ts";

const FORMAT = "rapport-tenant";
const FORMAT_VERSION = 1;

/**
 * Writes all of a tenant into a tar archive (specification §42.4): `tenant.json` with what it is and who has access, without
 * secrets; `templates.ndjson`; the file of each project as `exportProject` writes it; and the files that are attached to its
 * records, with a list of them. A deleted tenant can be exported until
 * its removal begins. Memory does not grow with the tenant.
 *
 * @param target an empty file
 * @param onExported called with the number of lines of the projects
 * @returns the number of projects, and of their records
 * @throws CrmError NOT_FOUND; CONFLICT if it is being removed, or an erasure is not finished
 */
export async function exportTenant(
  deps: Pick<Deps, "db" | "fileParts" | "secrets">,
  id: number,
  target: Pick<FileHandle, "write">,
  onExported: OnExported = () => undefined,
): Promise<{ readonly projects: number; readonly records: number }> {
  const tenant = (await leaving.listAllTenants.all(deps.db, {})).find((one) => one.id === id);
  if (tenant === undefined) throw new CrmError("NOT_FOUND", `There is no tenant with id ${id}.`);
  if (tenant.removing_since !== null) {
    throw new CrmError(
      "CONFLICT",
      `The tenant ${id} is being removed. A backup may still have it.`,
    );
  }
  const all = await leaving.listAllProjects.all(deps.db, {});
  const own = all.filter((one) => one.tenant_id === id && one.removing_since === null);
  const at = new Date();
  const archive = tarFile(target, at);
  const facts = {
    ...{ format: FORMAT, version: FORMAT_VERSION, exportedAt: at.toISOString() },
    tenant: { id, name: tenant.name, createdAt: tenant.created_at, deletedAt: tenant.deleted_at },
    members: await readMembers(deps, id),
    messagingAccount: await readAccount(deps, id),
    projects: await Promise.all(own.map((project) => projectFacts(deps, project))),
  };
  await archive.add("tenant.json", (sink) => write(sink, [`${JSON.stringify(facts, null, 2)}\n`]));
  await archive.add("templates.ndjson", (sink) => write(sink, templateLines(deps, id)));
  let [records, before] = [0, 0];
  for (const project of own) {
    let lines = 0;
    const { counts } = await archive.add(projectFile(project.id), (sink) =>
      exportProject(deps, project.id, sink, (done) => {
        lines = done;
        onExported(before + done);
      }),
    );
    before += lines;
    records += counts.record;
    await addAttachments(deps, archive, project.id);
  }
  await archive.end();
  return { projects: own.length, records };
}

const BLOCK = 512;

/** Writes the files of a tar archive (ustar, POSIX.1-1988) one after another, without knowing their sizes before. */
interface TarFile {
  /**
   * Adds a file.
   *
   * @param name at most 100 bytes
   * @param write writes and ends the stream that it gets
   */
  add<T>(name: string, write: (sink: Writable) => Promise<T>): Promise<T>;
  /** Ends the archive. */
  end(): Promise<void>;
}

/** @param target an empty file. The size of a file is written before it once it is known. */
function tarFile(target: Pick<FileHandle, "write">, at: Date): TarFile {
  let end = 0;

  async function put(bytes: Uint8Array, position: number): Promise<void> {
    for (let done = 0; done < bytes.length; ) {
      const left = bytes.length - done;
      done += (await target.write(bytes, done, left, position + done)).bytesWritten;
    }
  }
  async function append(bytes: Uint8Array): Promise<void> {
    await put(bytes, end);
    end += bytes.length;
  }

  return {
    async add(name, write) {
      const start = end;
      end += BLOCK;
      const sink = new Writable({
        write: (chunk: Buffer, _, done) => void append(chunk).then(() => done(), done),
      });
      const result = await write(sink);
      if (!sink.writableFinished) await once(sink, "finish");
      const size = end - start - BLOCK;
      await append(new Uint8Array((BLOCK - (size % BLOCK)) % BLOCK));
      await put(header(name, size, at), start);
      return result;
    },
    end: () => append(new Uint8Array(2 * BLOCK)),
  };
}

function header(name: string, size: number, at: Date): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, "0")}\0`;
  block.write(name, 0, 100);
  block.write(octal(0o600, 7), 100);
  block.write(octal(0, 7), 108);
  block.write(octal(0, 7), 116);
  // From 8 GiB on, a number is binary (GNU and POSIX tar read both).
  if (size < 8 ** 11) block.write(octal(size, 11), 124);
  else {
    block[124] = 0x80;
    block.writeBigUInt64BE(BigInt(size), 128);
  }
  block.write(octal(Math.floor(at.getTime() / 1000), 11), 136);
  block.write("        0", 148);
  block.write("ustar\u000000", 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}

function write(sink: Writable, texts: Iterable<string> | AsyncIterable<string>): Promise<void> {
  return pipeline(Readable.from(texts), sink);
}

/** Adds the files that are attached to a project's records, and a list of them if there are some. */
async function addAttachments(
  deps: Pick<Deps, "db" | "fileParts" | "secrets">,
  archive: TarFile,
  projectId: number,
): Promise<void> {
  const lines: string[] = [];
  for await (const { id, facts, content } of exportAttachments(deps, projectId)) {
    const file = `attachments/${projectId}/${id}`;
    await archive.add(file, (sink) => pipeline(content, sink));
    lines.push(`${JSON.stringify({ ...facts, file })}\n`);
  }
  if (lines.length === 0) return;
  await archive.add(`attachments/${projectId}.ndjson`, (sink) => write(sink, lines));
}

const projectFile = (projectId: number) => `projects/${projectId}.ndjson.gz`;

async function readMembers({ db }: Pick<Deps, "db">, tenant: number) {
  const rows = await tenantRoles.listMembers.all(db, { tenant });
  return rows.map(({ email, role, given_at: since }) => ({ email, role, since }));
}

async function readAccount({ db }: Pick<Deps, "db">, tenant: number) {
  const account = await messaging.findAccount.first(db, { tenant });
  return account === undefined ? null : { wabaId: account.waba_id };
}

/** What a project's own file leaves out. Secrets are never exported. */
async function projectFacts({ db }: Pick<Deps, "db">, project: leaving.ProjectEnd) {
  const { id, name } = project;
  const clients = await access.listClients.all(db, { project: id });
  const keys = await apiKeys.listApiKeys.all(db, { project: id });
  const hooks = await endpoints.listEndpoints.all(db, { project: id });
  return {
    ...{
      id,
      name,
      createdAt: project.created_at,
      deletedAt: project.deleted_at,
      file: projectFile(id),
    },
    clients: clients.map((one) => ({
      ...{ id: one.id, name: one.name, scopes: one.scopes, createdAt: one.created_at },
      ...{ disabledAt: one.disabled_at, lastUsedAt: one.last_used_at },
    })),
    apiKeys: keys.map((one) => ({
      ...{ id: one.id, name: one.name, prefix: one.prefix, scopes: one.scopes },
      ...{ createdAt: one.created_at, expiresAt: one.expires_at, disabledAt: one.disabled_at },
      lastUsedAt: one.last_used_at,
    })),
    webhookEndpoints: hooks.map((one) => ({
      ...{ id: one.id, url: one.url, eventTypes: one.event_types, payload: one.payload },
      ...{ isEnabled: one.enabled === 1, description: one.description, createdAt: one.created_at },
    })),
  };
}

async function* templateLines(deps: Pick<Deps, "db">, tenantId: number): AsyncGenerator<string> {
  for (let next: number | null = 0; next !== null; ) {
    const page: Awaited<ReturnType<typeof listTemplates>> = await listTemplates(
      deps,
      tenantId,
      {},
      { after: next, limit: 200 },
    );
    yield page.templates.map((template) => `${JSON.stringify(template)}\n`).join("");
    next = page.next;
  }
}
