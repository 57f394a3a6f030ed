import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Filter } from "../../records/search.ts";
import { Confirm } from "../../ui/dialogs/confirm.tsx";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { InUse, isInUse } from "./in-use.tsx";
import type { Usage } from "./use-schema-search.ts";

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
