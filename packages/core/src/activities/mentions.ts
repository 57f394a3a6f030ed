import { homeReports, recordPages } from "@rapport/db";
import type { LogActor } from "../audit/actors.ts";
import type { Call } from "../call.ts";
import type { Deps } from "../deps.ts";
import { storedActor } from "../principal.ts";
import { mentionsIndex } from "../record-index/mention-rows.ts";
import { recordName } from "../records/names.ts";
import { readActivities } from "./timeline.ts";

/** Activities that Home lists. */
const MAX_SHOWN = 20;
/** Those of each type that were created last are considered. */
const MAX_CONSIDERED = 100;

/** An activity whose text mentions an admin. */
interface Mention {
  /** Name of its type. */
  readonly kind: string;
  readonly id: number;
  readonly name: string;
  /** Who created it; null if that is unknown. */
  readonly author: LogActor | null;
  /** Its last change, ISO 8601. */
  readonly at: string;
  /** Whether the admin has not seen it yet, or not since then. */
  readonly isNew: boolean;
}

/** Lists the live activities that mention an admin, those that were changed last first: at most 20. */
export async function listMentions(
  { deps, principal }: Call<Pick<Deps, "db" | "schemas">>,
  adminId: number,
): Promise<readonly Mention[]> {
  const { types } = await deps.schemas.get(principal.projectId);
  const newest = { above: 0, below: Number.MAX_SAFE_INTEGER, direction: "desc" } as const;
  const lists = await Promise.all(
    types.map(async (object) => {
      if (!object.activity?.body) return [];
      const key = { property: mentionsIndex(object.activity.body), value: String(adminId) };
      const of = { type: object.name, key };
      const rows = await recordPages.listByKey(deps.db, principal, of, {
        ...{ ...newest, limit: MAX_CONSIDERED },
      });
      return rows.map(({ id, updated_at: at }) => ({ object, id, at }));
    }),
  );
  const found = lists
    .flat()
    .toSorted((a, b) => (a.at === b.at ? b.id - a.id : a.at < b.at ? 1 : -1))
    .slice(0, MAX_SHOWN);
  const [read, seen] = await Promise.all([
    readActivities(
      { deps, principal },
      found.map(({ id }) => id),
    ),
    homeReports.findMentionsSeen(deps.db, principal, storedActor(principal)),
  ]);
  return found.flatMap(({ object, id, at }) => {
    const activity = read.get(id);
    if (activity === undefined) return [];
    const { properties, author } = activity;
    const isNew = seen === undefined || seen < at;
    const name = recordName(object, { id, properties });
    return [{ kind: object.name, id, name, author, at, isNew }];
  });
}

/** Notes that an admin has seen the activities that mention them and were changed until then. */
export async function seeMentions(
  { deps, principal }: Call<Pick<Deps, "db">>,
  until: string,
): Promise<void> {
  const now = new Date().toISOString();
  // Those to come stay new, whatever the page says.
  const at = until < now ? until : now;
  await homeReports.saveMentionsSeen(deps.db, principal, { admin: storedActor(principal), at });
}
