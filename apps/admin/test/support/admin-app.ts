import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import {
  type AdminRole,
  createAdmin,
  createProject,
  createTenant,
  type Deps,
  parseSecretKey,
  setRoleByHand,
} from "@rapport/core";
import type { AppRouter } from "@rapport/core/routers";
import { openHttpServer } from "@rapport/service/http/server";
import { openService } from "@rapport/service/service";
import { type Config, readConfig } from "@rapport/service/settings/config";
import { type Dialect, migratedDatabase, quickPassword } from "@rapport/testing";
import { createTRPCClient, httpLink, type TRPCClient } from "@trpc/client";
import { giveSigningKey } from "../../../../packages/core/test/support/signing-key.ts";
import { createAdminApp } from "../../server/app.ts";

const OWN = { "x-rapport-admin": "1", "content-type": "application/json" };

export interface AdminApp extends AsyncDisposable {
  readonly url: string;
  readonly deps: Deps;
  /** The settings, with which another process can open the same database. */
  readonly config: Config;
  readonly projectId: number;
  readonly tenantId: number;
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
  /** Sets a password with a link of an admin. @returns the response */
  useLink(link: string, password: string): Promise<Response>;
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

/** Starts the real admin server on a real, migrated database. */
export async function startAdminApp(
  dialect: Dialect,
  publicUrl = "http://127.0.0.1:3001",
  env: Readonly<Record<string, string>> = {},
): Promise<AdminApp> {
  const database = await migratedDatabase(dialect);
  const { SECRET_KEY = randomBytes(32).toString("base64") } = env;
  await giveSigningKey(database.url, parseSecretKey(SECRET_KEY));
  const config = readConfig({ DATABASE_URL: database.url, ...env, SECRET_KEY });
  const service = await openService(config);
  const errors: unknown[] = [];
  const make = () =>
    createAdminApp({
      deps: service.deps,
      publicUrl,
      oidc: config.oidc,
      trustedProxies: config.trustedProxies,
      invitationDays: config.invitationDays,
      onError: (error) => errors.push(error),
    });
  const http = openHttpServer(config.http, () => undefined);
  http.serve(make());
  const { server } = http;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const tenantId = await createTenant(service.deps, "Acme");
  const projectId = await createProject(service.deps, tenantId, "Sales");
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
    projectId,
    tenantId,
    takeErrors: () => errors.splice(0),
    send,
    useLink: (link, password) =>
      send("POST", "/session/link", { json: { token: link.split("#")[1], password } }),
    restart: () => {
      http.serve(make());
    },
    async admin(role, tenants = {}) {
      const email = `admin${++made}@example.com`;
      const { password } = await createAdmin(service.deps, { email, role }, quickPassword());
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
