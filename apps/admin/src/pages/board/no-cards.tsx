import { Anchor, Text } from "@mantine/core";
import { typeNames } from "../../object-types.ts";
import { useMay } from "../../session.ts";
import type { Asked } from "../records/use-records-search.ts";
import type { BoardType } from "./use-board.ts";

export function NoCards({ type, asked }: { readonly type: BoardType; readonly asked: Asked }) {
  const mayCreate = useMay("admin");
  if (asked.groups.length > 0 || asked.search !== undefined) {
    return (
      <Text c="dimmed" mb="sm">
        No {typeNames(type).label.toLowerCase()} in this pipeline match.
      </Text>
    );
  }
  return (
    <Text c="dimmed" mb="sm">
      No {typeNames(type).label.toLowerCase()} in this pipeline yet.{" "}
      {mayCreate && (
        <>
          <Anchor
            component="button"
            inherit
            underline="always"
            onClick={() => void asked.change({ form: "new" })}
          >
            Create the first one
          </Anchor>{" "}
          here or through the API.
        </>
      )}
    </Text>
  );
}
