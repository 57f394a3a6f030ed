import { Paper } from "@mantine/core";
import { Lines } from "../../ui/loaded.tsx";
import classes from "./record.module.css";

/** What stands there until the record has come. */
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
