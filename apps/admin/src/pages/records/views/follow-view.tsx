import { Anchor, Text } from "@mantine/core";
import { typeNames } from "../../../object-types.ts";
import type { Asked } from "../use-records-search.ts";
import { useFollowView } from "./use-follow-view.ts";
import { useOpenView } from "./use-open-view.ts";

interface FollowViewProps {
  readonly type: string;
  readonly asked: Asked;
}

/** Says what others did with the open view. */
export function FollowView({ type, asked }: FollowViewProps) {
  const open = useOpenView(type);
  const { isOutdated, goneName } = useFollowView(type, asked);
  if (isOutdated) {
    return (
      <Text role="alert" mb="sm">
        Someone saved this view after you changed it. Your changes are kept: Save adds them to it,
        Reset drops them.
      </Text>
    );
  }
  if (goneName === undefined) return null;
  return (
    <Text role="alert" mb="sm">
      The view “{goneName}” was deleted or made private. This page keeps what it showed, so you can
      save it as a view of your own.{" "}
      <Anchor component="button" type="button" inherit onClick={() => void open(null)}>
        Show all {typeNames(type).label.toLowerCase()}
      </Anchor>
    </Text>
  );
}
