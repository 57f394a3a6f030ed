import { Paper, Stack, Title } from "@mantine/core";
import { useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { SetUpQuestion } from "../../shell/session/set-up-question.tsx";
import { localPath } from "./local-path.ts";
import classes from "./sign-in.module.css";

/** The page after the sign-in of an admin who has to set a second factor up first. */
export function SetUpFactor() {
  const { to = "/" } = useSearch({ from: "/second-factor" });
  useEffect(() => {
    document.title = "Set up a second factor · Rapport";
  }, []);
  return (
    <main className={classes.page}>
      <Paper withBorder p="xl" w="100%" maw={420} shadow="xs">
        <Stack>
          <Stack gap={2}>
            <img src="/favicon.svg" alt="" width={32} height={32} />
            <Title order={1} mt="xs">
              Set up a second factor
            </Title>
          </Stack>
          <SetUpQuestion onDone={() => location.assign(localPath(to))} />
        </Stack>
      </Paper>
    </main>
  );
}
