import { type HotkeyItem, useHotkeys } from "@mantine/hooks";

/** Like `useHotkeys`, for keys of a page: they do nothing while a dialog or menu is open over it. */
export function usePageKeys(keys: HotkeyItem[]): void {
  useHotkeys(
    keys.map(([key, act, options]) => [
      key,
      (event) => {
        if (document.querySelector('[role="dialog"], [role="menu"]') === null) act(event);
      },
      options,
    ]),
  );
}
