import { Code, Stack, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../api.ts";
import classes from "./scope-list.module.css";

interface ScopeListProps {
  readonly of: "public" | "workspace";
  readonly scopes: readonly string[];
}

/** The scopes of a client or key, with what each allows. */
export function ScopeList({ of, scopes }: ScopeListProps) {
  const all = useQuery(api.access.scopes.queryOptions()).data?.[of];
  return (
    <Stack gap="xs" component="section" aria-label="Scopes">
      <Title order={3}>Scopes</Title>
      <ul className={classes.scopes}>
        {scopes.map((scope) => (
          <li key={scope}>
            <span>{all?.[scope]}</span>
            <Code>{scope}</Code>
          </li>
        ))}
      </ul>
    </Stack>
  );
}
