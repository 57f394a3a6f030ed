import { Text } from "@mantine/core";
import { typeNames } from "../../object-types.ts";
import { type Filter, writeFilters } from "../../records/search.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { AnchorLink } from "../../ui/links.tsx";
import { formatNumber } from "../../ui/values/format.ts";
import type { Usage } from "./use-schema-search.ts";

interface InUseProps {
  readonly type: string;
  readonly usage: Usage;
  /** For example "have a value of it". */
  readonly how: { readonly one: string; readonly many: string };
  /** Filters that find them in the table; empty if the table cannot be filtered by it. */
  readonly filters: readonly Filter[];
  /** What to do with them first, for example "Clear its value". */
  readonly remedy: string;
  /** What is possible then. */
  readonly then?: string;
}

/** Says how many records use a part of the schema, and links to them. */
export function InUse(props: InUseProps) {
  const { type, usage, how, filters, remedy, then = "it can be removed" } = props;
  const projectId = String(useProjectId());
  const { plural, label } = typeNames(type);
  const { records, deleted, merged, isMore } = usage;
  return (
    <>
      {records > 0 && (
        <Text>
          <strong>
            {counted(records, isMore)} {records === 1 ? "record" : "records"}
          </strong>{" "}
          {records === 1 ? how.one : how.many}.{" "}
          <AnchorLink
            underline="always"
            to="/p/$projectId/$plural"
            params={{ projectId, plural }}
            search={{ filter: writeFilters(filters) }}
          >
            Show {label.toLowerCase()}
          </AnchorLink>
        </Text>
      )}
      {deleted > 0 && (
        <Text>
          <strong>
            {counted(deleted, isMore)} {deleted === 1 ? "record" : "records"} in the bin
          </strong>{" "}
          {deleted === 1 ? how.one : how.many} and can be restored.{" "}
          <AnchorLink underline="always" to="/p/$projectId/bin" params={{ projectId }}>
            Open the bin
          </AnchorLink>
        </Text>
      )}
      {merged > 0 && (
        <Text>
          <strong>
            {counted(merged, isMore)} merged {merged === 1 ? "record" : "records"}
          </strong>{" "}
          {merged === 1 ? how.one : how.many}, for 90 days after the merge. Undo the merge to change
          that.
        </Text>
      )}
      <Text c="dimmed">
        {remedy}
        {deleted > 0 && ", after restoring those in the bin"}. Then {then}.
      </Text>
    </>
  );
}

/** The server counts up to 10,000. */
function counted(count: number, isMore: boolean): string {
  return isMore && count >= 10_000 ? `${formatNumber(count)} or more` : formatNumber(count);
}

export function isInUse({ records, deleted, merged }: Usage): boolean {
  return records > 0 || deleted > 0 || merged > 0;
}
