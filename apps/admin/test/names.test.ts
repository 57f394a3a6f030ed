import type { AppRouter } from "@rapport/core/routers";
import { TRPCClientError } from "@trpc/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";

/** One of each kind: an escape of a terminal, line ends, C1, separators, overrides and isolates of the direction. */
const CONTROLS = ["\u001b]0;X\u0007", "\r\nproject_id: 1", "\t", "\u007f", "\u009b2J"].concat([
  ...["\u2028", "\u2029", "\u202a", "\u202e", "\u2066", "\u2069", "\ud800"],
]);
/** Names that people have, with a mark of direction, a joiner and signs beyond the first plane. */
const PLAIN = ["Ünï & 'Co'", "שלום\u200f", "👩‍💻 𝒳"];

type Give = (of: { trpc: SignedIn["trpc"]; projectId: number; tenantId: number }) => {
  readonly [what: string]: (name: string, i: number) => Promise<unknown>;
};

/** Everything that an admin gives a name to. */
const NAMES: Give = ({ trpc, projectId, tenantId }) => ({
  "a tenant": (name) => trpc.tenants.create.mutate({ name }),
  "a tenant that is renamed": (name) => trpc.tenants.rename.mutate({ tenantId, name }),
  "a project": (name) => trpc.projects.create.mutate({ tenantId, name }),
  "a project that is renamed": (name) => trpc.projects.rename.mutate({ projectId, name }),
  "a client": (name) =>
    trpc.access.clients.create.mutate({ projectId, name, scopes: ["templates:read"] }),
  "an API key": (name) =>
    trpc.access.keys.create.mutate({ projectId, name, scopes: ["contacts:read"] }),
  "a webhook endpoint": (description) => {
    const url = "https://93.184.215.14/";
    const given = {
      projectId,
      url,
      events: ["contact.created"],
      allowDuplicateUrl: true,
      description,
    };
    return trpc.webhooks.endpoints.create.mutate(given);
  },
  "a view": (name) => {
    const board = { pipeline: null, collapsed: [], cards: ["amount"] };
    const sort = { property: "amount", direction: "desc" } as const;
    const columns = [{ name: "amount" }];
    const content = { layout: "table", groups: [], sort, columns, board } as const;
    const given = { projectId, type: "deal", name, isShared: true } as const;
    return trpc.views.create.mutate({ ...given, content: { ...content, groups: [], columns } });
  },
  "a property": (label, i) => {
    const settings = { name: `named_${i}`, label, type: "string" as const };
    return trpc.schema.saveProperty.mutate({ projectId, type: "contact", settings });
  },
  "an option": (label, i) => {
    const options = [{ value: "a", label }];
    const settings = {
      name: `choice_${i}`,
      label: "Choice",
      type: "enumeration",
      options,
    } as const;
    return trpc.schema.saveProperty.mutate({
      ...{ projectId, type: "contact", settings: { ...settings, options } },
    });
  },
  "a pipeline": (label) =>
    trpc.schema.savePipeline.mutate({ projectId, type: "deal", pipeline: { label } }),
  "a stage": (label) =>
    trpc.schema.savePipeline.mutate({
      ...{ projectId, type: "ticket" },
      pipeline: { label: `With ${Math.random()}`, stages: [{ label }] },
    }),
});

// Names are checked before any statement.
describe("names that admins give", () => {
  let app: AdminApp;
  let of: Parameters<Give>[0];
  beforeAll(async () => {
    app = await startAdminApp("sqlite");
    const { trpc } = await app.admin("owner");
    of = { trpc, projectId: app.projectId, tenantId: app.tenantId };
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it.each(Object.keys(NAMES({} as never)))("of %s have no control characters", async (what) => {
    const give = NAMES(of)[what] as ReturnType<Give>[string];
    for (const [i, controls] of CONTROLS.entries()) {
      const refusal = await give(`A${controls}B`, i).catch((error: unknown) => error);
      expect(refusal, JSON.stringify(controls)).toBeInstanceOf(TRPCClientError);
      const { message, data } = refusal as TRPCClientError<AppRouter>;
      const text = JSON.stringify([message, data]);
      expect([JSON.stringify(controls), text]).toEqual([
        JSON.stringify(controls),
        expect.stringMatching(/control characters|half a surrogate pair/),
      ]);
    }
    for (const [i, name] of PLAIN.entries()) await give(name, 100 + i);
  });
});
