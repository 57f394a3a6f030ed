import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import {
  type AdminRole,
  type AppRouter,
  createAdmin,
  createProject,
  createTenant,
  type Deps,
  makePassword,
  setRoleByHand,
} from "@rapport/core";
import { openHttpServer } from "@rapport/service/http/server";
import { openService } from "@rapport/service/service";
import { type Config, readConfig } from "@rapport/service/settings/config";
import { CITUS_URL, type Dialect, migratedDatabase } from "@rapport/testing";
import { createTRPCClient, httpLink, type TRPCClient } from "@trpc/client";
import { createAdminApp } from "../../server/app.ts";

const OWN = { "x-rapport-admin": "1", "content-type": "application/json" };

export interface AdminApp extends AsyncDisposable {
  readonly url: string;
  readonly deps: Deps;
  /** The settings, with which another process can open the same database. */
  readonly config: Config;
  readonly projectId: number;
  readonly tenantId: number;
  /** Removes the database's files, or the database. */
  remove(): Promise<void>;
  /** Returns the errors reported since the last call. Errors that are never taken make the test fail. */
  takeErrors(): unknown[];
  /** Recreates the app, so that it loses its in-memory state. */
  restart(): void;
  /** Sends a request with the headers of the app's own pages, unless `headers` replaces them. */
  send(
    method: string,
    path: string,
    options?: { cookie?: string; json?: unknown; headers?: Record<string, string> },
  ): Promise<Response>;
  /**
   * Creates an admin with a role in the installation and signs in.
   *
   * @param tenants roles in tenants, by id
   */
  admin(role: AdminRole | null, tenants?: Readonly<Record<number, AdminRole>>): Promise<SignedIn>;
}

export interface SignedIn {
  readonly email: string;
  readonly password: string;
  readonly cookie: string;
  readonly trpc: TRPCClient<AppRouter>["admin"];
}

/** Hashing takes 30 ms of processor time, so all admins of a worker share a password. */
let sharedPassword: ReturnType<typeof makePassword> | undefined;

/** Started by `sharedAdminApp`, by database; a worker runs many files. */
const shared = new Map<Dialect, Promise<AdminApp>>();

/**
 * Returns a server that all files of a worker share, with a tenant and a project of the caller's own. A file that has
 * settings, restarts the server, changes the clock, or looks at the whole installation calls `startAdminApp`.
 */
export async function sharedAdminApp(dialect: Dialect): Promise<AdminApp> {
  // Databases on a server of someone else must be removed, which takes longer than the end of a worker may.
  if (dialect === "postgres" && (process.env.TEST_POSTGRES_URL || CITUS_URL)) {
    return startAdminApp(dialect);
  }
  let started = shared.get(dialect);
  if (started === undefined) {
    started = startAdminApp(dialect);
    shared.set(dialect, started);
    const app = await started;
    // Removes the files at once. The database on PostgreSQL ends with the server of the run.
    process.once("exit", () => void app.remove());
  }
  const app = await started;
  return {
    ...app,
    ...(await addProject(app.deps)),
    async [Symbol.asyncDispose]() {
      const errors = app.takeErrors();
      if (errors.length > 0) throw new AggregateError(errors, "the server failed");
    },
  };
}

async function addProject(deps: Deps) {
  const tenantId = await createTenant(deps, "Acme");
  return { tenantId, projectId: await createProject(deps, tenantId, "Sales") };
}

/** Starts the real admin server on a real, migrated database. */
export async function startAdminApp(
  dialect: Dialect,
  publicUrl = "http://127.0.0.1:3001",
  env: Readonly<Record<string, string>> = {},
): Promise<AdminApp> {
  const database = await migratedDatabase(dialect);
  const config = readConfig({
    DATABASE_URL: database.url,
    SECRET_KEY: randomBytes(32).toString("base64"),
    ...env,
  });
  const service = await openService(config);
  const errors: unknown[] = [];
  const make = () =>
    createAdminApp({
      deps: service.deps,
      publicUrl,
      oidc: config.oidc,
      trustedProxies: config.trustedProxies,
      onError: (error) => errors.push(error),
    });
  const http = openHttpServer(config.http, () => undefined);
  http.serve(make());
  const { server } = http;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let made = 0;

  const send: AdminApp["send"] = (method, path, { cookie, json, headers = OWN } = {}) =>
    fetch(`${url}${path}`, {
      method,
      headers: { ...headers, ...(cookie === undefined ? {} : { cookie }) },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });

  return {
    url,
    deps: service.deps,
    config,
    ...(await addProject(service.deps)),
    remove: database.drop,
    takeErrors: () => errors.splice(0),
    send,
    restart: () => {
      http.serve(make());
    },
    async admin(role, tenants = {}) {
      const email = `admin${++made}@example.com`;
      sharedPassword ??= makePassword();
      const { password } = await createAdmin(service.deps, { email, role }, await sharedPassword);
      for (const [tenantId, role] of Object.entries(tenants)) {
        await setRoleByHand(service.deps, { email, role, tenantId: Number(tenantId) });
      }
      const cookie = cookieOf(await send("POST", "/session", { json: { email, password } }));
      const link = httpLink({ url: `${url}/trpc`, headers: { ...OWN, cookie } });
      const { admin } = createTRPCClient<AppRouter>({ links: [link] });
      return { email, password, cookie, trpc: admin };
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await service.close();
      await database.drop();
      if (errors.length > 0) throw new AggregateError(errors, "the server failed");
    },
  };
}

/** Returns the cookie of a response as a browser sends it back. */
export function cookieOf(response: Response): string {
  return (response.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
}
