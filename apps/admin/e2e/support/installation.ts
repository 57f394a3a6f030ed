import { copyFile, cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setUpDemo } from "@rapport/api/demo";
import { startServer } from "@rapport/api/server";
import {
  type AdminRole,
  createAdmin,
  createApiKey,
  createProject,
  createTenant,
  type Deps,
  listProjects,
  parseSecretKey,
  setRoleByHand,
  WORKSPACE_SCOPES,
} from "@rapport/core";
import { readConfig } from "@rapport/service/settings/config";
import { createKeyFile, keptKeys, keyFile } from "@rapport/service/settings/key-file";
import { notePageScript, quickPassword } from "@rapport/testing";
import { launchBrowser } from "@rapport/testing/browser";
import { pino } from "pino";
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Page,
  ViewportSize,
} from "playwright-core";
import { inject } from "vitest";
import { giveSigningKey } from "../../../../packages/core/test/support/signing-key.ts";
import { startAdminServer } from "../../server/server.ts";
import { isFree, openUsedPage } from "./used-pages.ts";

export interface Installation extends AsyncDisposable {
  readonly deps: Deps;
  readonly adminUrl: string;
  readonly apiUrl: string;
  readonly tenantId: number;
  readonly projectId: number;
  /** Path of a page of the project, such as `/p/1/contacts`. */
  at(path: string): string;
  /** Calls the Workspace API. */
  workspace(method: string, path: string, json?: unknown): Promise<Response>;
  /** Creates an admin with a role. */
  admin(role: AdminRole | null): Promise<Credentials>;
  /**
   * Opens a path as a new admin with the role, or an empty page if the path is null. A concurrent test, and one that
   * needs an empty cache, passes a context.
   */
  open(
    path: string | null,
    options?: {
      /** The admin who opens it, instead of a new one. */
      as?: Credentials;
      role?: AdminRole;
      /** Role in the tenant of the project, instead of one in the installation; null for none. */
      inTenant?: AdminRole | null;
      /** Size of the page. */
      viewport?: ViewportSize;
      context?: BrowserContextOptions;
    },
  ): Promise<Page>;
  /** Opens a path without a session. A test that gives the page an authenticator passes a context. */
  openSignedOut(path: string, context?: BrowserContextOptions): Promise<Page>;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** All files of a Vitest worker share a browser. It ends with the worker. */
let browser: Promise<Browser> | undefined;

/**
 * Starts the API with its worker and the admin app on a new SQLite database, and a real browser.
 *
 * @param options.settings additional environment variables
 * @param options.demo whether the project is the demo with its records; otherwise it is empty
 */
export async function startInstallation(
  options: { settings?: Record<string, string>; demo?: boolean } = {},
): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), "rapport-e2e-"));
  const config = readConfig({
    DATA_DIR: folder,
    PORT: "0",
    ADMIN_PORT: "0",
    LOG_LEVEL: "silent",
    RATE_LIMIT: "0",
    STOP_GRACE: "0",
    WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8",
    ...options.settings,
  });
  // Pictures are taken without Vitest.
  if (process.env.VITEST) await fillFolder(folder, options.demo ?? false);
  const log = pino({ level: "silent" });
  const api = await startServer(config, log);
  const admin = await startAdminServer(config, log);
  browser ??= launchBrowser();
  const contexts = new Set<BrowserContext>();
  const addContext = async (options?: BrowserContextOptions) => {
    const context = await newContext((await browser) as Browser, options);
    contexts.add(context);
    return context;
  };
  const newPage = async (options?: BrowserContextOptions) => {
    const page =
      options === undefined
        ? await openUsedPage(addContext)
        : await (await addContext(options)).newPage();
    contexts.add(page.context());
    return page;
  };
  const { deps } = admin;
  const { tenantId, projectId } = await setUpProject(deps, options.demo ?? false);
  const key = await createApiKey(deps, {
    projectId,
    name: "Test",
    scopes: [...WORKSPACE_SCOPES.keys()],
  });
  const apiUrl = `http://127.0.0.1:${api.port}`;
  const password = quickPassword();
  let admins = 0;

  const makeAdmin = (role: AdminRole | null) =>
    createAdmin(deps, { email: `${role ?? "member"}${++admins}@example.com`, role }, password);

  return {
    deps,
    adminUrl: admin.url,
    apiUrl,
    tenantId,
    projectId,
    at: (path) => `/p/${projectId}${path}`,
    workspace: (method, path, json) =>
      fetch(`${apiUrl}${path}`, {
        method,
        headers: { authorization: `Bearer ${key.apiKey}`, "content-type": "application/json" },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      }),
    admin: makeAdmin,
    async openSignedOut(path, context) {
      const page = await newPage(context);
      await page.goto(`${admin.url}${path}`);
      return page;
    },
    async open(path, { as, role = "owner", inTenant, viewport, context } = {}) {
      const credentials = as ?? (await makeAdmin(inTenant === undefined ? role : null));
      if (inTenant) await setRoleByHand(deps, { ...credentials, role: inTenant, tenantId });
      const page = await newPage(context);
      if (viewport !== undefined) await page.setViewportSize(viewport);
      await page.request.post(`${admin.url}/session`, {
        data: credentials,
        headers: { "x-rapport-admin": "1" },
      });
      if (path !== null) await page.goto(`${admin.url}${path}`);
      return page;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...contexts].filter((one) => !isFree(one)).map((one) => one.close()));
      if (!process.env.VITEST) await (await browser)?.close();
      await admin.stop();
      await api.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Folder with the data of a demo. Filling it takes a second of processor time, so all files of a worker copy it. */
let demoFolder: Promise<string> | undefined;

async function fillFolder(folder: string, demo: boolean): Promise<void> {
  if (demo) {
    demoFolder ??= makeDemoFolder();
    return cp(await demoFolder, folder, { recursive: true });
  }
  const database = join(folder, "rapport.db");
  await copyFile(inject("sqliteTemplate"), database);
  // As the first server makes it.
  createKeyFile(keyFile(folder));
  const [key = ""] = keptKeys(keyFile(folder));
  await giveSigningKey(`sqlite:${database}`, parseSecretKey(key));
}

async function makeDemoFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "rapport-demo-"));
  await fillFolder(folder, false);
  const config = readConfig({ DATA_DIR: folder, ADMIN_PORT: "0", STOP_GRACE: "0" });
  const { deps, stop } = await startAdminServer(config, pino({ level: "silent" }));
  await setUpDemo(deps);
  await stop();
  return folder;
}

async function setUpProject(deps: Deps, demo: boolean) {
  if (!demo) {
    const tenantId = await createTenant(deps, "Acme");
    return { tenantId, projectId: await createProject(deps, tenantId, "Sales") };
  }
  // Does nothing if the folder has the demo already.
  await setUpDemo(deps);
  const [project] = await listProjects(deps);
  if (project === undefined) throw new Error("the demo has no project");
  return { tenantId: project.tenant_id, projectId: project.id };
}

async function newContext(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    // Playwright waits for the end of each transition before it clicks.
    reducedMotion: "reduce",
    ...options,
  });
  context.setDefaultTimeout(30_000);
  context.on("request", (request) => notePageScript(request.url()));
  return context;
}
