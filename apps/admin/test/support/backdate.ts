import type { Database } from "@rapport/db";

/**
 * Moves the creation of records to another time, as if they had been created then. Sums follow the deletion of a
 * record, but not a change of its creation.
 *
 * @param ids all records if undefined
 */
export async function backdate(
  { kysely }: Database,
  createdAt: string,
  ids?: readonly number[],
): Promise<void> {
  const live = await kysely
    .selectFrom("records")
    .select("id")
    .where("deleted_at", "is", null)
    .execute();
  const moved = live.map(({ id }) => id).filter((id) => ids === undefined || ids.includes(id));
  for (const values of [
    { deleted_at: createdAt },
    { created_at: createdAt },
    { deleted_at: null },
  ]) {
    await kysely.updateTable("records").set(values).where("id", "in", moved).execute();
  }
}
