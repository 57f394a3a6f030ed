import http from "node:http";
import { createProject, createTenant } from "@rapport/core";
import { PLACES } from "@rapport/service/http/places";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";

const OWN = { "x-rapport-admin": "1" };
/** More than the operating system takes for a client that does not read. */
const [CONTACTS, CHARACTERS] = [300, 60_000];

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | number>>;
  readonly json?: object;
}

/** How the admins of one tenant take all places that they can. */
interface Taking {
  readonly admins: number;
  readonly requests: number;
  readonly request: (projectId: number) => Asked;
}

const table = (projectId: number) => ({
  ...{ projectId, type: "contact", format: "csv", columns: ["notes"], groups: [] },
  sort: { property: "id", direction: "desc" },
});

const TAKINGS: Record<"bodies" | "uploads" | "tables" | "pages", Taking> = {
  bodies: {
    ...{ admins: 1, requests: PLACES.bodies.ofCaller + 12 },
    request: () => ({
      ...{ method: "POST", path: "/downloads/records" },
      headers: { "content-type": "application/json", "content-length": 1_000 },
    }),
  },
  uploads: {
    ...{ admins: 4, requests: 3 },
    request: (projectId) => ({
      ...{ method: "PUT", path: `/uploads/imports/${projectId}?object=contact&name=a.csv` },
      headers: { "content-length": 1_000 },
    }),
  },
  tables: {
    ...{ admins: 4, requests: 3 },
    request: (projectId) => ({
      ...{ method: "POST", path: "/downloads/records", json: table(projectId) },
    }),
  },
  pages: {
    ...{ admins: 13, requests: 20 },
    request: (projectId) => ({ method: "GET", path: `/live/${projectId}` }),
  },
};

describe.each(DIALECTS)("the places of the admin app on %s", (dialect) => {
  let app: AdminApp;
  const filled: { tenantId: number; projects: number[] }[] = [];
  beforeAll(async () => {
    app = await startAdminApp(dialect);
    for (const name of ["Slow", "Other"]) {
      const tenantId = await createTenant(app.deps, name);
      const projects = [
        await createProject(app.deps, tenantId, "One"),
        await createProject(app.deps, tenantId, "Two"),
      ];
      if (name === "Slow") for (const projectId of projects) await insertLarge(projectId);
      filled.push({ tenantId, projects });
    }
  });
  afterAll(() => app[Symbol.asyncDispose]());

  async function insertLarge(projectId: number): Promise<void> {
    const at = new Date().toISOString();
    const properties = JSON.stringify({ notes: "x".repeat(CHARACTERS) });
    const row = { project_id: projectId, type: "contact", properties, version: 1 };
    const rows = Array.from({ length: CONTACTS / 6 }, () => ({
      ...{ ...row, created_at: at, updated_at: at },
    }));
    for (let i = 0; i < 6; i++)
      await app.deps.db.kysely.insertInto("records").values(rows).execute();
  }

  /** Begins a request, and sends and reads nothing more. */
  function begin({ cookie }: SignedIn, { method, path, headers, json }: Asked) {
    const seen: { status?: number | undefined; text: string } = { text: "" };
    const type = json === undefined ? {} : { "content-type": "application/json" };
    const request = http.request(`${app.url}${path}`, {
      ...{ method, agent: false, headers: { ...OWN, ...type, ...headers, cookie } },
    });
    request.on("error", () => undefined);
    request.on("response", (response) => {
      seen.status = response.statusCode;
      response.on("error", () => undefined);
      if (response.statusCode === 200) return void response.pause();
      response.setEncoding("utf8").on("data", (text) => {
        seen.text += text;
      });
    });
    if (headers === undefined) request.end(json && JSON.stringify(json));
    else request.write("{");
    onTestFinished(() => void request.destroy());
    return seen;
  }

  it.each(Object.entries(TAKINGS))(
    "are not all taken by one tenant: %s",
    async (kind, { admins, requests, request }) => {
      const [slow, other] = filled as [(typeof filled)[0], (typeof filled)[0]];
      const begun: ReturnType<typeof begin>[] = [];
      for (let i = 0; i < admins; i++) {
        const admin = await app.admin(null, { [slow.tenantId]: "admin" });
        const asked = request(slow.projects[i % 2] as number);
        for (let n = 0; n < requests; n++) begun.push(begin(admin, asked));
      }
      const { ofTenant, ofCaller, what } = PLACES[kind as keyof typeof TAKINGS];
      const [share, most] = admins === 1 ? ["admin", ofCaller] : ["tenant", ofTenant];
      const refused = () => begun.filter(({ status }) => status === 429);
      await expect.poll(() => refused().length).toBe(admins * requests - most);
      await expect
        .poll(() =>
          refused().every(({ text }) => text.includes(`This ${share} has ${most} ${what}.`)),
        )
        .toBe(true);

      const theirs = await app.admin(null, { [other.tenantId]: "admin" });
      const [projectId = 0] = other.projects;
      const asked = begin(theirs, request(projectId));
      const isHeld = asked.status === undefined || asked.status === 200;
      expect(isHeld).toBe(true);
      const views = await theirs.trpc.views.list.query({ projectId, type: "contact" });
      expect(views).toBeTruthy();
      expect([undefined, 200]).toContain(asked.status);
    },
  );
});
