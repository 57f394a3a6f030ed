import { Code, Stack, Title, Tooltip } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useProject } from "../../../shell/use-project.ts";
import { formatNumber } from "../../../ui/values/format.ts";
import classes from "./scope-list.module.css";

interface ScopeListProps {
  readonly of: "public" | "workspace";
  readonly scopes: readonly string[];
}

/** The scopes of a client or key, with what each allows. */
export function ScopeList({ of, scopes }: ScopeListProps) {
  const project = useProject();
  const all = useQuery(project.access.scopes.queryOptions()).data?.[of];
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

/** The number of scopes, with their names on hover. */
export function ScopeCount({ scopes }: { readonly scopes: readonly string[] }) {
  const count = scopes.length === 1 ? "1 scope" : `${formatNumber(scopes.length)} scopes`;
  return (
    <Tooltip label={scopes.join("  ")} multiline maw={360}>
      <span className="unbroken">{count}</span>
    </Tooltip>
  );
}
