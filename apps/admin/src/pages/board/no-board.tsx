import { Button } from "@mantine/core";
import { IconLayoutKanban } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { TYPE_KEYS, typeNames } from "../../object-types.ts";
import { Empty } from "../../ui/pages/empty.tsx";
import { Page } from "../../ui/pages/page.tsx";
import { useTypeParams } from "./use-type-params.ts";

/** Such as `deals, tickets and leads`. */
const TYPES_WITH_BOARD = new Intl.ListFormat("en-GB").format(
  TYPE_KEYS.filter((type) => typeNames(type).hasPipeline).map((type) =>
    typeNames(type).label.toLowerCase(),
  ),
);

export function NoBoard({ type }: { readonly type: string }) {
  const { label } = typeNames(type);
  const params = useTypeParams(type);
  return (
    <Page title={`${label} board`}>
      <Empty
        icon={IconLayoutKanban}
        title={`${label} have no board`}
        action={
          <Button
            variant="default"
            renderRoot={(props) => <Link {...props} to="/p/$projectId/$plural" params={params} />}
          >
            Open the table of {label.toLowerCase()}
          </Button>
        }
      >
        A board shows the stages of a pipeline: {TYPES_WITH_BOARD} have them.
      </Empty>
    </Page>
  );
}
