import type { Db } from "@rapport/db";
import type { Issue } from "../errors.ts";
import type { SchemaDeps } from "../schema/change-schema.ts";

/** One line of a plan. */
export interface PlannedChange {
  readonly sign: "+" | "~" | "-";
  readonly part: "type" | "property" | "pipeline" | "stage" | "association label";
  /** Names of the part and of what it is in, such as `listing.street`. */
  readonly name: string;
  /** Settings that change; empty for a part that is created or removed. */
  readonly settings: readonly string[];
}

/** One change of a plan. */
export interface Step {
  /** Path of the part in the file; of a part that the file lacks, its name. */
  readonly path: string;
  /** Refuses the change while records are in its way. Only reads. */
  readonly check?: (db: Db, projectId: number) => Promise<void>;
  readonly run: (deps: SchemaDeps, projectId: number) => Promise<unknown>;
}

/** Collects the plan while the file is compared with the project. */
export class PlanDraft {
  readonly changes: PlannedChange[] = [];
  readonly issues: Issue[] = [];
  /** Steps in three phases: parts that others need, what needs them, and removals. */
  readonly #phases: readonly [Step[], Step[], Step[]] = [[], [], []];

  note(
    sign: PlannedChange["sign"],
    part: PlannedChange["part"],
    name: string,
    ...settings: string[]
  ) {
    this.changes.push({ sign, part, name, settings });
  }

  add(phase: 0 | 1 | 2, step: Step): void {
    this.#phases[phase].push(step);
  }

  /** Adds issues whose paths are below another one. */
  refuse(path: string, issues: readonly Issue[]): void {
    this.issues.push(
      ...issues.map((issue) => ({ ...issue, path: [path, issue.path].filter(Boolean).join(".") })),
    );
  }

  get steps(): readonly Step[] {
    return this.#phases.flat();
  }
}
