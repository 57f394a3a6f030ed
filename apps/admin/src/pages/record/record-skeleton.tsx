import { Paper } from "@mantine/core";
import { Lines } from "../../ui/pages/loaded.tsx";
import classes from "./record.module.css";

/** Shown while the record is loading. */
export function RecordSkeleton() {
  return (
    <div className={classes.parts}>
      <Paper withBorder p="md">
        <Lines count={10} />
      </Paper>
      <Paper withBorder p="md">
        <Lines count={5} />
      </Paper>
    </div>
  );
}
