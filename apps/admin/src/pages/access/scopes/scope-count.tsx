import { Tooltip } from "@mantine/core";
import { formatNumber } from "../../../ui/values/format.ts";

/** The number of scopes, with their names on hover. */
export function ScopeCount({ scopes }: { readonly scopes: readonly string[] }) {
  const count = scopes.length === 1 ? "1 scope" : `${formatNumber(scopes.length)} scopes`;
  return (
    <Tooltip label={scopes.join("  ")} multiline maw={360}>
      <span>{count}</span>
    </Tooltip>
  );
}
