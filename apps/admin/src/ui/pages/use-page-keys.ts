import { type HotkeyItem, useHotkeys } from "@mantine/hooks";

/** Like `useHotkeys`, for keys of a page: they do nothing while a dialog or menu is open over it. */
export function usePageKeys(keys: HotkeyItem[]): void {
  useHotkeys(
    keys.flatMap(([key, act, options]) => {
      const onPage = (event: KeyboardEvent) => {
        if (document.querySelector('[role="dialog"], [role="menu"]') === null) act(event);
      };
      // Many keyboards have the slash with Shift.
      const also: HotkeyItem[] = key === "/" ? [["shift+/", onPage, options]] : [];
      return [[key, onPage, options], ...also];
    }),
  );
}
