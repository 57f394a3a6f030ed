import { OBJECT_TYPES } from "@rapport/model";
import { type Dialect, type FaultProxy, startFaultProxy } from "@rapport/testing";
import { startApp, type TestApp } from "../../../../apps/api/test/support/app.ts";
import {
  createPublicClient,
  createWorkspaceClient,
  type PublicClient,
  type PublicClientOptions,
  type RapportError,
  type WorkspaceClient,
  type WorkspaceClientOptions,
} from "../../src/index.ts";

export interface TestRapport extends AsyncDisposable {
  /** URL of a proxy in front of the server. */
  readonly baseUrl: string;
  readonly app: TestApp;
  readonly proxy: FaultProxy;
  /** Creates a client of a new project. */
  publicClient(options?: Partial<PublicClientOptions>): Promise<PublicClient>;
  /** Creates a client of a new workspace. */
  workspaceClient(options?: Partial<WorkspaceClientOptions>): Promise<WorkspaceClient>;
}

export const SCOPE = Object.values(OBJECT_TYPES)
  .flatMap(({ plural }) => ["read", "write", "delete"].map((verb) => `crm.${plural}.${verb}`))
  .concat(
    "crm.schemas.read",
    "crm.schemas.write",
    "crm.events.read",
    "templates:read",
    "templates:write",
  )
  .join(" ");

/** Starts the real server behind a proxy that fails on demand. */
export async function startRapport(
  dialect: Dialect,
  options: { rateLimit?: number; graphUrl?: string } = {},
): Promise<TestRapport> {
  const proxy = await startFaultProxy();
  const app = await startApp({ dialect, publicUrl: proxy.url, ...options });
  proxy.forwardTo(app.url);
  return {
    baseUrl: proxy.url,
    app,
    proxy,
    async publicClient(given) {
      const { clientId, clientSecret } = await app.caller();
      return createPublicClient({
        baseUrl: proxy.url,
        clientId,
        clientSecret,
        scope: SCOPE,
        ...given,
      });
    },
    async workspaceClient(given) {
      const { key } = await app.workspace();
      return createWorkspaceClient({ baseUrl: proxy.url, apiKey: key, ...given });
    },
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await proxy[Symbol.asyncDispose]();
    },
  };
}

/** Returns the error that a call throws. */
export async function errorOf(call: Promise<unknown>): Promise<RapportError> {
  try {
    await call;
  } catch (error) {
    return error as RapportError;
  }
  throw new Error("the call was to fail");
}
