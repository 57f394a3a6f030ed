import { requireProject } from "../access/credentials/clients.ts";
import { auditedByHand } from "../audit/audit.ts";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import type { ProjectSchema } from "../object-schema.ts";
import { changeTogether, type SchemaDeps } from "../schema/change-schema.ts";
import { planSchema } from "./plan.ts";
import type { PlannedChange, Step } from "./plan-draft.ts";
import { fileText, parseSchemaFile, toSchemaFile } from "./schema-file.ts";

/** Changes that an entry of the audit log names. */
const MAX_LOGGED = 100;

/**
 * Returns a project's schema as the text of a file.
 *
 * @throws CrmError NOT_FOUND
 */
export async function pullSchema(deps: Deps, projectId: number): Promise<string> {
  return fileText(toSchemaFile(await currentSchema(deps, projectId)));
}

/**
 * Reads the schema as it is now, because another process may have changed it.
 *
 * @throws CrmError NOT_FOUND
 */
export async function currentSchema(deps: Deps, projectId: number): Promise<ProjectSchema> {
  await requireProject(deps.db, projectId);
  deps.schemas.clear();
  return deps.schemas.get(projectId);
}

export interface PushOptions {
  /** True to remove parts that the file lacks. */
  readonly prune: boolean;
  /** True to change nothing. A change that existing records prevent is refused as in a real push. */
  readonly dryRun: boolean;
  /** Called with the plan before it is done. */
  readonly onPlan: (changes: readonly PlannedChange[]) => void;
}

/**
 * Makes a project's schema that of a file, in one change: all of it or nothing.
 *
 * @param content the parsed JSON of the file
 * @returns the plan
 * @throws CrmError INVALID_INPUT with one issue per fault; CONFLICT while records use a part that is to be removed, or if the
 *   schema was changed after it was compared; NOT_FOUND
 */
export async function pushSchema(
  deps: Deps,
  projectId: number,
  content: unknown,
  { prune, dryRun, onPlan }: PushOptions,
): Promise<readonly PlannedChange[]> {
  const file = parseSchemaFile(content);
  const schema = await currentSchema(deps, projectId);
  const { changes, steps } = planSchema(schema, file, prune);
  onPlan(changes);
  for (const step of steps) await inFile(step, async () => step.check?.(deps.db, projectId));
  if (dryRun || changes.length === 0) return changes;
  const what = {
    action: "schema.push",
    subject: `schema:${projectId}`,
    details: { changes: changes.length, plan: changes.slice(0, MAX_LOGGED).map(planLine) },
    isLong: true,
  };
  try {
    await auditedByHand({ deps, projectId }, what, (joined) =>
      changeTogether(joined.deps, projectId, async (together, version) => {
        if (version !== schema.version) throw changedMeanwhile(schema.version, version);
        await run(steps, together, projectId);
      }),
    );
    return changes;
  } finally {
    deps.schemas.clear();
  }
}

/** Returns a planned change as one line. */
export function planLine({ sign, part, name, settings }: PlannedChange): string {
  return `${sign} ${part} ${name}${settings.length === 0 ? "" : ` (${settings.join(", ")})`}`;
}

async function run(steps: readonly Step[], deps: SchemaDeps, projectId: number): Promise<void> {
  for (const step of steps) await inFile(step, () => step.run(deps, projectId));
}

/** Runs work for a part of the file, and begins its errors with the path of the part. */
async function inFile({ path }: Step, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CrmError)) throw error;
    const issues = error.issues.map((one) => ({ ...one, message: `${path}: ${one.message}` }));
    throw new CrmError(error.code, `${path}: ${error.message}`, { issues, cause: error });
  }
}

function changedMeanwhile(before: number, now: number): CrmError {
  const message = `The schema was changed while it was compared (version ${before}, now ${now}). Nothing was done. Run the command again.`;
  return new CrmError("CONFLICT", message);
}
