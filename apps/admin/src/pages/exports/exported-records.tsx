import { Text } from "@mantine/core";
import type { Outputs } from "../../api.ts";
import { typeNames } from "../../object-types.ts";
import { type Schema, useSchema } from "../../property/use-schema.ts";
import { filterSentence, sentenceText } from "../../records/filters/operators.ts";
import { useAssociatedNames } from "../../records/filters/use-associated-names.ts";
import { writeGroups, writeSort } from "../../records/search.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { RowLink } from "../../ui/links.tsx";
import type { Tone } from "../../ui/values/mark.tsx";

export type Export = Outputs["exports"]["list"]["exports"][number];

/** Which records an export has: their type, which opens the same table, and the filters in words. */
export function ExportedRecords({ one }: { readonly one: Export }) {
  const projectId = useProjectId();
  const { object, records } = one;
  const { plural, label } = typeNames(object);
  return (
    <div>
      <RowLink
        to="/p/$projectId/$plural"
        params={{ projectId: String(projectId), plural }}
        search={
          records === null
            ? {}
            : {
                q: records.search,
                sort: writeSort(records.sort),
                filter: writeGroups(records.groups),
              }
        }
      >
        {label}
      </RowLink>{" "}
      <Text span fz="sm" c="dimmed">
        as {one.format === "csv" ? "CSV" : "NDJSON"}
        {one.gzip && ", compressed"}
      </Text>
      <Conditions one={one} />
    </div>
  );
}

function Conditions({ one: { object, records } }: { readonly one: Export }) {
  const schema = useSchema(object);
  const names = useAssociatedNames(records?.groups.flat() ?? []);
  if (schema.data === undefined) return null;
  return (
    <Text fz="sm" style={{ overflowWrap: "anywhere" }}>
      {records === null
        ? "The filters were deleted, because a record was erased, or the database was restored or copied."
        : conditionsText(records, schema.data, names)}
    </Text>
  );
}

const AND_LIST = new Intl.ListFormat("en-GB");

function conditionsText(
  { groups, search }: NonNullable<Export["records"]>,
  schema: Schema,
  names: ReadonlyMap<string, string>,
): string {
  const alternatives = groups.map((group) =>
    AND_LIST.format(group.map((filter) => sentenceText(filterSentence(filter, schema, names)))),
  );
  const filters = alternatives.filter((text) => text !== "").join("; or ");
  const words = search === undefined ? "" : `Search for “${search}”`;
  return [words, filters].filter((text) => text !== "").join(". ") || "All records";
}

/** True while an export waits or is written. */
export function isOpen({ state }: Export): boolean {
  return state === "waiting" || state === "running";
}

/** Returns the state of an export in words. */
export function exportMark(one: Export): { readonly tone: Tone; readonly text: string } {
  switch (one.state) {
    case "waiting":
      return { tone: "idle", text: "Waiting" };
    case "running":
      return { tone: "busy", text: "Running" };
    case "done":
      return { tone: "good", text: "Done" };
    case "failed":
      return { tone: "bad", text: "Failed" };
    case "cancelled":
      return { tone: "idle", text: "Cancelled" };
    case "expired":
      return { tone: "idle", text: wasErased(one) ? "File deleted" : "Expired" };
  }
}

/** Files are kept for this long after the end of an export. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** True if the file was deleted before its time: a record of its type was erased, or the database was restored. */
export function wasErased({ state, endedAt }: Export): boolean {
  return state === "expired" && Date.parse(endedAt ?? "") + KEPT_MS > Date.now();
}
