import {
  access,
  type Database,
  type Db,
  endpoints,
  files,
  listMigrations,
  messaging,
  migrate,
  sealed,
  secondFactors,
  stateVersions,
  tenancy,
  users,
} from "@rapport/db";
import { addCursorKey } from "../access/cursor-keys.ts";
import { removeApp } from "../access/factors/factor-reset.ts";
import { secretBox } from "../access/secret-box.ts";
import { replaceSigningKeys } from "../access/tokens/signing-keys.ts";
import { recordAudit } from "../audit/audit.ts";
import type { SecretBox } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { newSigningSecret } from "../webhooks/send.ts";
import { reach } from "./addresses.ts";
import { opens, trySecrets } from "./secret-rotation.ts";

interface InProject {
  readonly tenantId: number;
  readonly tenant: string;
  readonly projectId: number;
  readonly project: string;
}

/** What was lost with a key. */
export interface LostSecrets {
  /** Replaced: access tokens end, and clients get new ones with their secrets. */
  signingKeys: number;
  /** Replaced: cursors end, and callers start without one. */
  cursorKeys: number;
  /** Emptied: their requests are not run again. */
  answers: number;
  /** Deleted: people enter the token again. */
  readonly messagingTokens: { tenantId: number; tenant: string; wabaId: string }[];
  /** Replaced: receivers need the new secret. */
  readonly webhookSecrets: (InProject & { endpointId: number; url: string })[];
  /** Removed: admins set them up again. */
  readonly authenticatorApps: { email: string }[];
  /** Deleted: files of imports, exports and bulk changes, and those attached to records, by project. */
  readonly files: (InProject & { files: number })[];
}

/**
 * Gives up the stored secrets that the secret key cannot decrypt: makes new ones where that is possible, and removes the
 * others. All or nothing.
 *
 * @param options.databaseUrl value of DATABASE_URL
 * @param options.keys the keys that there are; some key if there is none
 * @param options.newKeys makes a key if there is none, and returns all
 * @param options.isSure whether to do it, or only to say what would be lost
 * @throws CrmError INVALID_INPUT if the database cannot be reached or holds no installation; CONFLICT if it is not sure,
 *   or nothing is lost
 */
export async function resetSecrets(options: {
  databaseUrl: string;
  keys: () => readonly Buffer[];
  newKeys: () => readonly Buffer[];
  isSure: boolean;
}): Promise<LostSecrets> {
  const db = await reach(options.databaseUrl, "DATABASE_URL");
  try {
    const { missing, known } = await listMigrations(db);
    if (missing.length === known.length) {
      throw new CrmError("INVALID_INPUT", "DATABASE_URL: the database holds no installation.");
    }
    await migrate(db);
    const { count, unreadable } = await trySecrets(db, secretBox(options.keys()));
    if (unreadable.size === 0) {
      const message = `The secret key decrypts all ${count} stored secrets, so none is lost. "rapport secrets rotate" replaces it.`;
      throw new CrmError("CONFLICT", message);
    }
    if (!options.isSure) {
      const lost = [...unreadable].map(([column, count]) => `${count} of ${column}`).join(", ");
      const message = `Secrets that the key cannot decrypt would be given up: ${lost}. Look for the key in backups first. If it is lost, add --i-lost-the-key.`;
      throw new CrmError("CONFLICT", message);
    }
    return await giveUp(db, secretBox(options.newKeys()));
  } finally {
    await db.close();
  }
}

interface Reset {
  readonly tx: Db;
  readonly secrets: SecretBox;
  readonly at: string;
  readonly lost: LostSecrets;
  readonly describeProject: (id: number) => InProject;
  readonly tenantName: (id: number) => string;
}

async function giveUp(db: Database, secrets: SecretBox): Promise<LostSecrets> {
  const lost = await db.transaction(
    async (tx) => {
      const reset = await resetIn(tx, secrets);
      for await (const portion of sealed.eachPortion(tx)) {
        const unreadable = portion.filter((one) => !opens(secrets, one.sealed));
        for (const one of unreadable) await GIVE_UP[one.column](reset, one);
      }
      const { lost } = reset;
      if (lost.cursorKeys > 0) await addCursorKey(tx, secrets, { isUrgent: true });
      await stateVersions.bumpVersion.all(tx, { name: "access" });
      const by = { projectId: null, actor: "cli:rapport", surface: "cli", subject: "secrets" };
      await recordAudit(tx, { ...by, action: "secrets.reset", details: countLost(lost) });
      return lost;
    },
    { isLong: true },
  );
  // A start makes one too, if this process ends before.
  if (lost.signingKeys > 0) await replaceSigningKeys({ db, secrets });
  return lost;
}

async function resetIn(tx: Db, secrets: SecretBox): Promise<Reset> {
  const tenants = new Map((await tenancy.listTenants.all(tx, {})).map((row) => [row.id, row.name]));
  const projects = new Map((await tenancy.listProjects.all(tx, {})).map((row) => [row.id, row]));
  const tenantName = (id: number) => tenants.get(id) ?? "";
  return {
    ...{ tx, secrets, tenantName, at: new Date().toISOString() },
    lost: {
      ...{ signingKeys: 0, cursorKeys: 0, answers: 0 },
      ...{ messagingTokens: [], webhookSecrets: [], authenticatorApps: [], files: [] },
    },
    describeProject(projectId) {
      const { tenant_id: tenantId = 0, name: project = "" } = projects.get(projectId) ?? {};
      return { tenantId, tenant: tenantName(tenantId), projectId, project };
    },
  };
}

/** What happens to a secret that no key can decrypt. */
type GiveUp = (reset: Reset, value: sealed.SealedValue) => Promise<void>;

const GIVE_UP: Readonly<Record<sealed.SealedColumn, GiveUp>> = {
  "cursor_keys.key": async ({ tx, lost }, { key: [id] }) => {
    await access.deleteCursorKey.all(tx, { id: String(id) });
    lost.cursorKeys++;
  },
  "signing_keys.private_key": async ({ tx, lost }, { key: [kid] }) => {
    await access.deleteSigningKey.all(tx, { kid: String(kid) });
    lost.signingKeys++;
  },
  "webhook_endpoints.secret": async ({ tx, secrets, lost, describeProject }, value) => {
    await sealed.replace(tx, value, secrets.seal(newSigningSecret()));
    const found = await endpoints.describeEndpoint.first(tx, { id: Number(value.key[0]) });
    if (found === undefined || found.deleted_at !== null) return;
    const { id: endpointId, project_id: projectId, url } = found;
    lost.webhookSecrets.push({ ...describeProject(projectId), endpointId, url });
  },
  "webhook_endpoints.old_secret": ({ tx }, value) => sealed.replace(tx, value, null),
  "messaging_accounts.access_token": async ({ tx, lost, tenantName }, { key: [id] }) => {
    const tenantId = Number(id);
    const account = await messaging.findAccount.first(tx, { tenant: tenantId });
    await messaging.deleteAccount.all(tx, { tenant: tenantId });
    const wabaId = account?.waba_id ?? "";
    lost.messagingTokens.push({ tenantId, tenant: tenantName(tenantId), wabaId });
  },
  "files.key": async ({ tx, at, lost, describeProject }, { key: [project, id] }) => {
    const projectId = Number(project);
    await files.deleteFile(tx, { projectId, id: String(id) }, at);
    const found = lost.files.find((one) => one.projectId === projectId);
    if (found === undefined) lost.files.push({ ...describeProject(projectId), files: 1 });
    else found.files++;
  },
  "second_factors.secret": async ({ tx, lost }, { key: [id] }) => {
    const user = Number(id);
    const factor = await secondFactors.findFactor.first(tx, { user });
    await removeApp(tx, user);
    const admin = await users.lockUser.first(tx, { id: user });
    // One that was never confirmed counted for nothing.
    if (admin === undefined || (factor?.confirmed_at ?? null) === null) return;
    lost.authenticatorApps.push({ email: admin.email });
  },
  "second_factors.next_secret": ({ tx }, value) => sealed.replace(tx, value, null),
  "idempotency_keys.response": async ({ tx, lost }, value) => {
    await sealed.replace(tx, value, "");
    lost.answers++;
  },
};

function countLost(lost: LostSecrets): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(lost).map(([name, value]) => [
      name,
      typeof value === "number" ? value : value.length,
    ]),
  );
}
