import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { typeNames } from "../../object-types.ts";
import { type Schema, useSchema } from "../../property/use-schema.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { sentenceOf } from "../records/filters/operators.ts";
import { useAssociatedNames } from "../records/filters/use-associated-names.ts";
import { writeGroups, writeSort } from "../records/search.ts";
import type { Export } from "./states.ts";

/** Which records an export has: their type, which opens the same table, and the filters in words. */
export function ExportedRecords({ one }: { readonly one: Export }) {
  const projectId = useProjectId();
  const { object, records } = one;
  const { plural, label } = typeNames(object);
  return (
    <div>
      <Anchor
        fw={500}
        fz="sm"
        c="inherit"
        renderRoot={(props) => (
          <Link
            {...props}
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
          />
        )}
      >
        {label}
      </Anchor>{" "}
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
        : conditionsText(records, object, schema.data, names)}
    </Text>
  );
}

const AND_LIST = new Intl.ListFormat("en-GB");

function conditionsText(
  { groups, search }: NonNullable<Export["records"]>,
  object: Export["object"],
  schema: Schema,
  names: ReadonlyMap<string, string>,
): string {
  const alternatives = groups.map((group) =>
    AND_LIST.format(group.map((filter) => sentenceOf(filter, object, schema, names))),
  );
  const filters = alternatives.filter((text) => text !== "").join("; or ");
  const words = search === undefined ? "" : `Search for “${search}”`;
  return [words, filters].filter((text) => text !== "").join(". ") || "All records";
}
