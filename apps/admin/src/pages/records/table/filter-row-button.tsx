import { ActionIcon, Tooltip } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { IconLayoutNavbarExpand } from "@tabler/icons-react";

/** Returns whether tables have a row of filters below their headers, which the browser remembers. */
export function useFilterRow() {
  const [isShown, setShown] = useLocalStorage({
    key: "rapport.filter-row",
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  return { isShown, onToggle: () => setShown((before) => !before) };
}

type FilterRowButtonProps = ReturnType<typeof useFilterRow>;

/** Shows and hides the row of filters. A phone has no room for it. */
export function FilterRowButton({ isShown, onToggle }: FilterRowButtonProps) {
  return (
    <Tooltip label="Narrow by column">
      <ActionIcon
        variant="default"
        size={36}
        visibleFrom="xs"
        aria-label="Narrow by column"
        aria-pressed={isShown}
        onClick={onToggle}
      >
        <IconLayoutNavbarExpand size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
