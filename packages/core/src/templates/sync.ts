import { randomUUID } from "node:crypto";
import { messaging, templates, tenancy } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { raiseManyEvents } from "../events/events.ts";
import type { RemoteTemplate } from "./graph-answer.ts";
import { fetchTemplates, TOTAL_LIMIT_MS, TokenRefused } from "./graph-client.ts";
import { languageKey } from "./templates.ts";

type SyncDeps = Pick<Deps, "db" | "secrets" | "graphUrl">;

/** Time after which another sync may take over from a crashed one. */
const LEASE_MS = TOTAL_LIMIT_MS + 60_000;

interface UpdatedTemplate {
  readonly template_name: string;
  readonly language_code: string;
  readonly old_status: string;
  readonly new_status: string;
  readonly old_category: string;
  readonly new_category: string;
}

/** Result of a sync (specification §2.7). */
export interface SyncResult {
  readonly total_fetched_from_meta: number;
  readonly matched: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly not_found: number;
  readonly updated_templates: readonly UpdatedTemplate[];
}

/**
 * Updates the status and category of a tenant's templates from the messaging platform (specification §18).
 * Fetches every page first, then writes all changes in one transaction. After an error no template has changed.
 *
 * @param actor who asked for the sync, as the template history stores it
 * @throws CrmError INVALID_INPUT if no account is set or its credentials are refused; CONFLICT while another
 *   sync of the tenant runs; UPSTREAM_FAILED and UNAVAILABLE as in `fetchTemplates`
 */
export async function syncTemplates(
  deps: SyncDeps,
  tenantId: number,
  actor: string,
): Promise<SyncResult> {
  await using prepared = await prepareSync(deps, tenantId);
  return await writeSync(deps, prepared, actor);
}

/** What a sync will write. Its disposal gives the tenant's lease back. */
export interface PreparedSync extends AsyncDisposable {
  readonly tenantId: number;
  readonly lease: string;
  readonly remote: readonly RemoteTemplate[];
}

/**
 * Does the part of `syncTemplates` that waits for the messaging platform: takes the tenant's lease and fetches
 * every page.
 *
 * @throws CrmError as `syncTemplates`
 */
export async function prepareSync(deps: SyncDeps, tenantId: number): Promise<PreparedSync> {
  const account = await messaging.findAccount.first(deps.db, { tenant: tenantId });
  if (account === undefined) throw notConfigured();
  const lease = randomUUID();
  await takeLease(deps, tenantId, lease);
  // A lease that cannot be given back expires. Its error must not hide that of the sync.
  const dropLease = () =>
    deps.db
      .transaction(
        async (tx) => void (await messaging.dropLease.all(tx, { tenant: tenantId, lease })),
      )
      .catch(() => undefined);
  try {
    const remote = await fetchTemplates({
      graphUrl: deps.graphUrl,
      wabaId: account.waba_id,
      accessToken: deps.secrets.open(account.access_token),
    });
    return { tenantId, lease, remote, [Symbol.asyncDispose]: dropLease };
  } catch (error) {
    await dropLease();
    if (!(error instanceof TokenRefused)) throw error;
    await deps.db.transaction((tx) =>
      messaging.markInvalid.all(tx, {
        tenant: tenantId,
        token: account.access_token,
        at: new Date().toISOString(),
      }),
    );
    throw error.refusal;
  }
}

function notConfigured(): CrmError {
  const message =
    "This tenant has no messaging account. Set one in the admin app, at Templates, or with rapport messaging set.";
  return CrmError.ofIssue("INVALID_INPUT", { path: "", code: "credentials_missing", message });
}

async function takeLease(deps: SyncDeps, tenant: number, lease: string): Promise<void> {
  const now = Date.now();
  const taken = await deps.db.transaction((tx) =>
    messaging.takeLease.first(tx, {
      tenant,
      lease,
      now: new Date(now).toISOString(),
      until: new Date(now + LEASE_MS).toISOString(),
    }),
  );
  if (taken !== undefined) return;
  throw new CrmError("CONFLICT", "Another sync of this tenant is running. Wait for it to end.", {
    headers: { "Retry-After": "5" },
  });
}

/** Does the part of `syncTemplates` that writes, in one transaction. */
export function writeSync(
  deps: Pick<Deps, "db">,
  { tenantId: tenant, lease, remote }: PreparedSync,
  actor: string,
): Promise<SyncResult> {
  return deps.db.transaction(async (tx) => {
    const at = new Date().toISOString();
    if (!(await messaging.markSynced.any(tx, { tenant, lease, at }))) {
      throw new CrmError("CONFLICT", "The sync took too long, and another sync has started.");
    }
    const states = await templates.lockStates.all(tx, { tenant });
    const local = new Map(states.map((one) => [templateKey(one.name, one.language_key), one]));
    const matches = remote.flatMap((template) => {
      const state = local.get(templateKey(template.name, languageKey(template.language)));
      return state === undefined ? [] : [{ state, template }];
    });
    const changes = liveMatches(matches).filter(isChanged).map(toChange);
    if (changes.length > 0) {
      const json = JSON.stringify(changes.map(({ shown: _, ...change }) => change));
      await templates.applyChanges.all(tx, { tenant, changes: json, at });
      await templates.recordChanges.all(tx, { tenant, changes: json, actor, at });
      const raised = changes.map(({ id, shown }) => ({
        type: "template.status_changed",
        subject: "template",
        data: { object: "template", id: String(id), ...shown },
      }));
      for (const project of await tenancy.listTenantProjects.all(tx, { tenant })) {
        await raiseManyEvents(tx, { projectId: project.id }, raised, at);
      }
    }
    return {
      total_fetched_from_meta: remote.length,
      matched: matches.length,
      updated: changes.length,
      unchanged: matches.length - changes.length,
      not_found: remote.length - matches.length,
      updated_templates: changes.map(({ shown }) => shown),
    };
  });
}

interface Change {
  readonly id: number;
  readonly old_status: string;
  readonly status: string;
  readonly old_category: string;
  readonly category: string;
  readonly shown: UpdatedTemplate;
}

interface Match {
  readonly state: templates.TemplateState;
  readonly template: RemoteTemplate;
}

/** Statuses of the template that the platform sends, before those of the one that it does not. */
const LIVE = ["APPROVED", "PENDING"];

/**
 * Keeps one match per local template. The platform may list a name and language twice, also as `en_US` and `en-US`:
 * the live one counts. The order of the list does not matter, because it may change between syncs.
 */
function liveMatches(matches: readonly Match[]): readonly Match[] {
  const kept = new Map<number, Match>();
  for (const match of matches) {
    const other = kept.get(match.state.id);
    if (other === undefined || isBefore(rankMatch(match), rankMatch(other))) {
      kept.set(match.state.id, match);
    }
  }
  return [...kept.values()];
}

function rankMatch({ template: { status, category, language } }: Match): readonly string[] {
  const place = LIVE.indexOf(status ?? "");
  return [
    String(place === -1 ? LIVE.length : place),
    ...[status, category, language].map((text) => (text === null ? "1" : `0${text}`)),
  ];
}

function isBefore(one: readonly string[], other: readonly string[]): boolean {
  const i = one.findIndex((part, at) => part !== other[at]);
  return i !== -1 && (one[i] ?? "") < (other[i] ?? "");
}

function isChanged(match: Match): boolean {
  const { old_status, status, old_category, category } = toChange(match);
  return old_status !== status || old_category !== category;
}

/** Returns what a template becomes. A status or category that the platform does not name stays. */
function toChange({ state, template }: Match): Change {
  const { status, category } = {
    status: template.status ?? state.status,
    category: template.category ?? state.category,
  };
  return {
    id: state.id,
    old_status: state.status,
    status,
    old_category: state.category,
    category,
    shown: {
      template_name: template.name,
      language_code: template.language,
      old_status: state.status,
      new_status: status,
      old_category: state.category,
      new_category: category,
    },
  };
}

function templateKey(name: string, language: string): string {
  return JSON.stringify([name, language]);
}

/**
 * Syncs every tenant whose scheduled sync is due. If several processes call it, one of them syncs each tenant.
 *
 * @param everyMs milliseconds between two scheduled syncs of a tenant
 * @param onError receives each failed sync; the other syncs continue
 */
export async function syncDue(
  deps: Pick<Deps, "db" | "secrets" | "graphUrl">,
  everyMs: number,
  onError: (error: unknown) => void,
): Promise<void> {
  const now = Date.now();
  const due = await deps.db.transaction((tx) =>
    messaging.takeDue.all(tx, {
      now: new Date(now).toISOString(),
      before: new Date(now - everyMs).toISOString(),
    }),
  );
  for (const { tenant_id: tenant } of due) {
    await syncTemplates(deps, tenant, "system:schedule").catch((error: unknown) => {
      const text = error instanceof CrmError ? error.message : error;
      onError(new Error(`the scheduled template sync of tenant ${tenant} failed`, { cause: text }));
    });
  }
}
