import { Anchor, Button, Group, Text } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import {
  IconArrowMerge,
  IconArrowRight,
  IconDownload,
  IconLink,
  IconPencil,
  type IconProps,
  IconTrash,
  IconX,
} from "@tabler/icons-react";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { useHold } from "../../../live/live-refetch.ts";
import { typeNames } from "../../../object-types.ts";
import { countText, type Table } from "../../../records/use-table.ts";
import { focusHeadingIfLost } from "../../../ui/pages/heading-focus.ts";
import classes from "../../../ui/tables/selection-bar.module.css";
import { type BarAction, BarDialog, type SelectionBarProps } from "./bar-dialog.tsx";
import { countedRecords, type Selected } from "./selected.ts";
import type { Selection } from "./use-selection.ts";

/** Most records that one merge takes. */
const MAX_MERGED = 10;
/** Most records that are exported by their ids. */
const MAX_EXPORTED = 200;

interface BarButton {
  readonly action: BarAction;
  readonly label: string;
  readonly icon: ComponentType<IconProps>;
  /** Why it is disabled. */
  readonly hint?: string | undefined;
}

/** What can be done with the selected records. Nothing is shown while none is selected. */
export function SelectionBar(props: SelectionBarProps) {
  const { schema, selection, table } = props;
  const { name: type } = schema;
  const [open, setOpen] = useState<BarAction | null>(null);
  const selected = toSelected(type, selection, table);
  const { count } = selected;
  const isEmpty = count.value === 0 && count.relation === "eq" && selection.except === null;
  const clear = ({ target }: KeyboardEvent) => {
    if (!usesEscape(target)) selection.clear();
  };
  // A ticked box has the focus, so inputs are not ignored as usual.
  useHotkeys(isEmpty || open !== null ? [] : [["Escape", clear]], []);
  // The button that had the focus is gone once nothing is selected.
  const wasEmpty = useRef(true);
  useEffect(() => {
    if (isEmpty && !wasEmpty.current) focusHeadingIfLost();
    wasEmpty.current = isEmpty;
  }, [isEmpty]);
  useHold("view", !isEmpty);
  if (isEmpty) return null;
  const buttons = listButtons(type, selection);
  const hints = buttons.flatMap(({ hint }) => hint ?? []);
  const matching = table.count?.matching;
  const offersAll =
    selection.except === null &&
    matching !== undefined &&
    (matching.relation === "gte" || matching.value > selection.ids.size);
  return (
    <>
      <Group component="section" aria-label="Selection" gap="xs" mt="sm" className={classes.bar}>
        <Text role="status" className="tabular" mr={4}>
          {countedRecords(count, type)} selected
        </Text>
        {offersAll && (
          <Anchor component="button" type="button" fz="sm" mr={4} onClick={selection.selectAll}>
            Select all {countText(matching)} matching
          </Anchor>
        )}
        {buttons.map(({ action, label, icon: Icon, hint }) => (
          <Button
            key={action}
            size="compact-sm"
            variant="default"
            leftSection={<Icon size={15} aria-hidden />}
            disabled={hint !== undefined}
            onClick={() => setOpen(action)}
          >
            {label}
          </Button>
        ))}
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconX size={15} aria-hidden />}
          onClick={selection.clear}
        >
          Clear selection
        </Button>
        {hints.length > 0 && (
          <Text fz="xs" c="dimmed">
            {hints.join(" ")}
          </Text>
        )}
      </Group>
      {open !== null && (
        <BarDialog {...props} selected={selected} action={open} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

/** Returns the records that a selection has, as a bulk change takes them. */
function toSelected(type: string, { ids, except }: Selection, { input, count }: Table): Selected {
  if (except === null) {
    return {
      type,
      selection: { ids: [...ids].toSorted((a, b) => a - b) },
      count: { value: ids.size, relation: "eq" },
    };
  }
  const { projectId: _project, type: _type, ...table } = input;
  const matching = count?.matching ?? { value: 0, relation: "gte" };
  return {
    type,
    selection: { table, except: [...except] },
    count: { ...matching, value: Math.max(0, matching.value - except.size) },
  };
}

/** Whether Esc means something else where the focus is. */
function usesEscape(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const isBox = target instanceof HTMLInputElement && target.type === "checkbox";
  const isField = target.matches("input, textarea, select") && !isBox;
  return isField || target.closest("[role=dialog], [role=menu], [role=listbox]") !== null;
}

function listButtons(type: string, { ids, except }: Selection): readonly BarButton[] {
  const isAll = except !== null;
  const canMerge = !isAll && ids.size >= 2 && ids.size <= MAX_MERGED;
  const canExport = isAll ? except.size === 0 : ids.size <= MAX_EXPORTED;
  const move = { action: "move", label: "Move stage", icon: IconArrowRight } as const;
  return [
    { action: "edit", label: "Edit", icon: IconPencil },
    ...(typeNames(type).hasPipeline ? [move] : []),
    { action: "associate", label: "Associate", icon: IconLink },
    {
      action: "merge",
      label: "Merge",
      icon: IconArrowMerge,
      hint: canMerge ? undefined : `Select 2 to ${MAX_MERGED} ${lowerPlural(type)} to merge.`,
    },
    {
      action: "export",
      label: "Export",
      icon: IconDownload,
      hint: canExport ? undefined : exportHint(isAll, type),
    },
    { action: "delete", label: "Delete", icon: IconTrash },
  ];
}

function exportHint(isAll: boolean, type: string): string {
  const nouns = lowerPlural(type);
  return isAll
    ? `Filter the ${nouns} to export some of them.`
    : `Select up to ${MAX_EXPORTED} ${nouns} to export, or all matching.`;
}

function lowerPlural(type: string): string {
  return typeNames(type).label.toLowerCase();
}
