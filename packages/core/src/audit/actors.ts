import { audit, jobs } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { jobActor } from "../jobs/jobs.ts";
import { actorParts } from "../principal.ts";

/** Where a change came from. */
export const SURFACES = ["public", "workspace", "admin", "cli", "system"] as const;
export type LogSurface = (typeof SURFACES)[number];

/** Who made a change. */
export interface LogActor {
  readonly kind: "client" | "key" | "admin" | "system";
  readonly id: string;
  /** A client's or key's name or an admin's email; the id if the actor no longer exists. */
  readonly label: string;
}

/** Prefix of the stored actor for each surface. */
const KINDS: Readonly<Record<LogSurface, string>> = {
  public: "client",
  workspace: "key",
  admin: "user",
  cli: "cli",
  system: "system",
};

/** The command line as an actor, in stored form. */
export const BY_HAND = "cli:rapport";

/** Returns the surface that a stored actor used. */
export function actorSurface(stored: string): LogSurface {
  const { kind } = actorParts(stored);
  return SURFACES.find((surface) => KINDS[surface] === kind) ?? "system";
}

/** Returns the LIKE pattern that the stored actors of a surface match. */
export function actorPattern(surface: LogSurface | undefined): string {
  return surface === undefined ? "%" : `${KINDS[surface]}:%`;
}

/** Returns an actor in its stored form, in which an admin is a `user`. */
export function storedActor(given: string | undefined): string | null {
  return given?.replace(/^admin:/, "user:") ?? null;
}

/**
 * Like `nameActors`, for changes of a project's records: a job is also known by who started it.
 *
 * @returns a function from a stored actor to the actor, such as `Import 7, started by ada@example.com`
 */
export async function nameAuthors(
  deps: Pick<Deps, "db">,
  projectId: number,
  stored: readonly string[],
): Promise<(stored: string) => LogActor> {
  const ofJobs = [...new Set(stored)].flatMap((actor) => {
    const job = jobActor(actorParts(actor).id)?.job;
    return job === undefined ? [] : [{ actor, job }];
  });
  const found = await Promise.all(
    ofJobs.map(({ job }) => jobs.findJob.first(deps.db, { project: projectId, id: job })),
  );
  const starters = new Map(ofJobs.map(({ actor }, i) => [actor, found[i]?.actor]));
  const actorName = await nameActors(deps, [
    ...stored,
    ...found.flatMap((job) => (job === undefined ? [] : [job.actor])),
  ]);
  return (actor) => {
    const named = actorName(actor);
    const starter = starters.get(actor);
    if (starter === undefined || starter === actor) return named;
    return { ...named, label: `${named.label}, started by ${actorName(starter).label}` };
  };
}

/**
 * Looks up the names of actors.
 *
 * @param stored actors in their stored form, for example `client:rpc…`
 * @returns a function from a stored actor to the actor with its name
 */
export async function nameActors(
  deps: Pick<Deps, "db">,
  stored: readonly string[],
): Promise<(stored: string) => LogActor> {
  const all = [...new Set(stored)].map(actorParts);
  const ids = (kind: string) => all.filter((one) => one.kind === kind).map(({ id }) => id);
  const numbers = (kind: string) =>
    ids(kind)
      .filter((id) => /^\d{1,15}$/.test(id))
      .map(Number);
  const rows = await audit.listActorNames.all(deps.db, {
    clients: JSON.stringify(ids("client")),
    keys: JSON.stringify(numbers("key")),
    users: JSON.stringify(numbers("user")),
  });
  const labels = new Map(rows.map(({ actor, label }) => [actor, label]));
  return (actor) => {
    const { kind, id } = actorParts(actor);
    return {
      kind: actorKind(kind),
      id,
      label: labels.get(actor) ?? nameOfMoved(id) ?? jobActor(id)?.label ?? id,
    };
  };
}

/** Prefix of the id of an actor that is known only by name, because its project was moved from another installation. */
const MOVED = "name:";

function nameOfMoved(id: string): string | undefined {
  return id.startsWith(MOVED) ? id.slice(MOVED.length) : undefined;
}

/** Kinds of stored actors whose ids mean something else in another installation. */
const OF_INSTALLATION: ReadonlySet<string> = new Set(["client", "key", "user"]);

/**
 * Names stored actors as the file of a project has them: by kind and name. Names are looked up once.
 *
 * @returns a function that looks up actors and returns a function from each to its name: `client:Nightly sync`
 */
export function exportActors(
  deps: Pick<Deps, "db">,
): (stored: readonly string[]) => Promise<(stored: string) => string> {
  // Bounded by the clients, keys and admins of the installation.
  const known = new Map<string, string>();
  return async (stored) => {
    const unknown = [...new Set(stored)].filter((actor) => !known.has(actor));
    if (unknown.length > 0) {
      const name = await nameActors(deps, unknown);
      for (const actor of unknown) {
        const { kind } = actorParts(actor);
        known.set(actor, OF_INSTALLATION.has(kind) ? `${kind}:${name(actor).label}` : actor);
      }
    }
    return (actor) => known.get(actor) ?? actor;
  };
}

/** Returns the stored form of an actor in the file of a project. */
export function importActor(named: string): string {
  const { kind, id } = actorParts(named);
  return OF_INSTALLATION.has(kind) ? `${kind}:${MOVED}${id}` : named;
}

function actorKind(stored: string): LogActor["kind"] {
  if (stored === "user") return "admin";
  return stored === "client" || stored === "key" ? stored : "system";
}
