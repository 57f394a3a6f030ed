import { Alert, Anchor } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { typeNames } from "../../object-types.ts";
import type { Asked } from "../use-records-search.ts";
import { useOpenView } from "./name-view.tsx";

interface ViewNotesProps {
  readonly type: string;
  readonly asked: Asked;
  /** Names of columns that the schema does not have any more. */
  readonly removedColumns: readonly string[];
}

const AND_LIST = new Intl.ListFormat("en-GB");

/** Parts of a URL that are named. */
const MAX_NAMED = 3;
const MAX_CHARACTERS = 80;

/**
 * Says which parts of the URL are ignored: a deleted view, removed columns, and filters that cannot be read. The table works
 * without them.
 */
export function ViewNotes({ type, asked, removedColumns }: ViewNotesProps) {
  const open = useOpenView(type);
  const isMissing = asked.viewId !== undefined && asked.view === undefined;
  const names = AND_LIST.format(removedColumns.map((name) => `“${name}”`));
  const skipped = asked.skipped.map((part) => `“${shortened(part)}”`);
  if (skipped.length > MAX_NAMED) skipped.splice(MAX_NAMED, Infinity, "others");
  return (
    <>
      {isMissing && (
        <ViewNote>
          This view was deleted, or it is another admin’s private view.{" "}
          <Anchor
            component="button"
            type="button"
            inherit
            underline="always"
            onClick={() => void open(null)}
          >
            Show all {typeNames(type).label.toLowerCase()}
          </Anchor>
        </ViewNote>
      )}
      {skipped.length > 0 && (
        <ViewNote>
          Not applied, because the address is not right: {AND_LIST.format(skipped)}.
        </ViewNote>
      )}
      {asked.cut !== undefined && (
        <ViewNote>
          Not applied, because the address is too long: “{shortened(asked.cut)}” and what follows.
        </ViewNote>
      )}
      {removedColumns.length > 0 && (
        <ViewNote>
          {removedColumns.length === 1
            ? `The property ${names} no longer exists, so its column is not shown.`
            : `The properties ${names} no longer exist, so their columns are not shown.`}
        </ViewNote>
      )}
    </>
  );
}

/** A sentence above the records that says what of the address or of the view is not shown. */
export function ViewNote({ children }: { readonly children: ReactNode }) {
  return (
    <Alert
      variant="default"
      flex="none"
      mb="sm"
      py="xs"
      icon={<IconInfoCircle size={18} aria-hidden />}
    >
      {children}
    </Alert>
  );
}

function shortened(text: string): string {
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}
