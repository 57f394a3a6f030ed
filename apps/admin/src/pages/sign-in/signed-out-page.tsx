import { Center, Paper, Stack, Title } from "@mantine/core";
import { type ReactNode, useEffect } from "react";

interface SignedOutPageProps {
  readonly title: string;
  /** Title of the window, if it is another one. */
  readonly name?: string;
  readonly children: ReactNode;
}

/** The frame of the pages before an admin is signed in. */
export function SignedOutPage({ title, name = title, children }: SignedOutPageProps) {
  useEffect(() => {
    document.title = `${name} · Rapport`;
  }, [name]);
  return (
    <Center component="main" mih="100dvh" p={16}>
      <Paper withBorder p="xl" w="100%" maw={420} shadow="xs">
        <Stack>
          <div>
            <img src="/favicon.svg" alt="" width={32} height={32} />
            <Title order={1} mt="xs">
              {title}
            </Title>
          </div>
          {children}
        </Stack>
      </Paper>
    </Center>
  );
}
