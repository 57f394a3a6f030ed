import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { typeNames } from "../../object-types.ts";
import { detailOf } from "../../record-detail.ts";
import { useProjectId } from "../../shell/use-project.ts";
import type { Candidate } from "./candidate.ts";
import classes from "./queue.module.css";

export function Named({ record }: { readonly record: Candidate["one"] }) {
  const projectId = useProjectId();
  return (
    <div className={classes.record}>
      <Anchor
        component={Link}
        to={`/p/${projectId}/${typeNames(record.type).plural}/${record.id}`}
        c="inherit"
        fw={500}
      >
        {record.name}
      </Anchor>
      <Text c="dimmed" fz="xs">
        {[detailOf(record), `#${record.id}`].filter(Boolean).join(" · ")}
      </Text>
    </div>
  );
}
