import { Text } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { typeNames } from "../../object-types.ts";
import { type Filter, writeFilters } from "../../records/search.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { Confirm } from "../../ui/dialogs/confirm.tsx";
import { AnchorLink } from "../../ui/links.tsx";
import { Loaded } from "../../ui/pages/loaded.tsx";
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

function isInUse({ records, deleted, merged }: Usage): boolean {
  return records > 0 || deleted > 0 || merged > 0;
}

/**
 * Options of a usage query: always fresh, and only while the dialog is open. Changes by others do not ask again, because
 * what the admin types would be lost; the removal itself is refused if something uses the part by then.
 */
export const usageOptions = (opened: boolean) => ({
  ...{ enabled: opened, staleTime: 0, gcTime: 0 },
  meta: { isLive: false },
});

interface RemoveUnusedProps {
  readonly opened: boolean;
  readonly type: string;
  readonly label: string;
  /** Whether the label is a plural. */
  readonly isPlural?: boolean;
  /** What the admin types to confirm. */
  readonly name: string;
  readonly action: string;
  readonly usage: UseQueryResult<Usage, unknown>;
  /** Says how records use it, such as “are in it”. */
  readonly how: { readonly one: string; readonly many: string };
  /** Finds these records in the table; empty if the table cannot be filtered by it. */
  readonly filters: readonly Filter[];
  /** What to do first, such as “Clear its value in these records”. */
  readonly remedy: string;
  readonly change: {
    readonly isPending: boolean;
    readonly error: unknown;
    readonly reset: () => void;
  };
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** The consequences. */
  readonly children: ReactNode;
}

/** Asks before a part of the schema is removed, or says which records still use it. */
export function RemoveUnused(props: RemoveUnusedProps) {
  const { opened, type, label, name, action, usage, change, onConfirm, onClose, children } = props;
  const isUnused = usage.data !== undefined && !usage.isFetching && !isInUse(usage.data);
  const { how, filters, remedy, isPlural = false } = props;
  const instead = (
    <Loaded query={usage}>
      {(found) => <InUse {...{ type, usage: found, how, filters, remedy }} />}
    </Loaded>
  );
  return (
    <Confirm
      opened={opened}
      onClose={() => {
        change.reset();
        onClose();
      }}
      title={
        isUnused || usage.isLoading
          ? `Remove ${label}?`
          : `${label} ${isPlural ? "are" : "is"} in use`
      }
      {...(isUnused ? {} : { instead })}
      {...{ name, action, change, onConfirm }}
    >
      {children}
    </Confirm>
  );
}
