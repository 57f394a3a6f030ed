import { Anchor, Text } from "@mantine/core";
import { type ObjectType, TYPES } from "../../../object-types.ts";
import type { Asked } from "../use-records-search.ts";
import { useOpenView } from "./use-open-view.ts";

interface ViewNotesProps {
  readonly type: ObjectType;
  readonly asked: Asked;
  /** Names of columns that the schema does not have any more. */
  readonly removedColumns: readonly string[];
}

const AND_LIST = new Intl.ListFormat("en-GB");

/** Says what of the view in the URL is gone. The table works without it. */
export function ViewNotes({ type, asked, removedColumns }: ViewNotesProps) {
  const open = useOpenView(type);
  const isMissing = asked.viewId !== undefined && asked.view === undefined;
  const names = AND_LIST.format(removedColumns.map((name) => `“${name}”`));
  return (
    <>
      {isMissing && (
        <Text role="alert" mb="sm">
          This view was deleted, or it is another admin's private view.{" "}
          <Anchor component="button" type="button" inherit onClick={() => void open(null)}>
            Show all {TYPES[type].label.toLowerCase()}
          </Anchor>
        </Text>
      )}
      {removedColumns.length > 0 && (
        <Text role="alert" mb="sm">
          {removedColumns.length === 1 ? `The column ${names} was` : `The columns ${names} were`}{" "}
          removed from the schema, so the table has no such column.
        </Text>
      )}
    </>
  );
}
