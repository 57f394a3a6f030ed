import { AppShell, Burger, Group } from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { onlineManager } from "@tanstack/react-query";
import { Outlet, useRouterState } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef } from "react";
import { ConflictDialog } from "../conflict/conflict-dialog.tsx";
import { useLiveChanges } from "../live/live.ts";
import { RoleContext, tellRecoveryCodesLeft, useRoleHere } from "../session.ts";
import { ABOVE_FORMS, Dialog } from "../ui/dialogs/dialog.tsx";
import { Lines } from "../ui/pages/loaded.tsx";
import { CommandPalette } from "./command-palette.tsx";
import { ProjectSwitcher } from "./project-switcher.tsx";
import classes from "./shell.module.css";
import { Sidebar } from "./sidebar.tsx";
import { useCurrentProject } from "./use-project.ts";

const NARROW = { base: 52, sm: 0 };

/** The layout around every page: project switcher, sidebar and command palette. */
export function Shell() {
  const [opened, { toggle, close }] = useDisclosure();
  const [searching, search] = useDisclosure();
  const [listing, keys] = useDisclosure();
  // Works in inputs too, where Ctrl K types nothing.
  useHotkeys([["mod+K", search.toggle]], []);
  // Some keyboards have the question mark without Shift.
  useHotkeys([
    ["shift+?", keys.open],
    ["?", keys.open],
  ]);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useCloseOnArrival(path, close);
  useLiveChanges(useCurrentProject()?.id);
  useOfflineNotice();
  useEffect(() => void tellRecoveryCodesLeft(), []);
  return (
    <RoleContext value={useRoleHere()}>
      <AppShell
        header={{ height: NARROW }}
        navbar={{ width: 236, breakpoint: "sm", collapsed: { mobile: !opened } }}
      >
        <a href="#content" className={classes.skip}>
          Skip to content
        </a>
        <AppShell.Header hiddenFrom="sm" className={classes.header}>
          <Group h="100%" px="sm" gap="xs" wrap="nowrap">
            <Burger
              opened={opened}
              onClick={toggle}
              size="sm"
              aria-label={opened ? "Close the menu" : "Open the menu"}
            />
            <ProjectSwitcher />
          </Group>
        </AppShell.Header>
        <AppShell.Navbar className={classes.navbar} aria-label="Pages">
          <Sidebar onSearch={search.open} />
        </AppShell.Navbar>
        <AppShell.Main id="content" tabIndex={-1} className={classes.main}>
          <Outlet />
        </AppShell.Main>
        <CommandPalette opened={searching} onClose={search.close} onKeys={keys.open} />
        <KeysDialog opened={listing} onClose={keys.close} />
        <ConflictDialog />
      </AppShell>
    </RoleContext>
  );
}

const KeysList = lazy(async () => ({ default: (await import("./keys-list.tsx")).KeysList }));

interface KeysDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** `?`: shows every key. */
function KeysDialog({ opened, onClose }: KeysDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Keys" zIndex={ABOVE_FORMS}>
      <Suspense fallback={<Lines />}>
        <KeysList />
      </Suspense>
    </Dialog>
  );
}

/** Closes the menu of narrow screens after a navigation. */
function useCloseOnArrival(path: string, close: () => void): void {
  const last = useRef(path);
  useEffect(() => {
    if (last.current !== path) close();
    last.current = path;
  }, [path, close]);
}

const OFFLINE = "offline";

/** Says that the browser is offline, as long as it is. Until then, TanStack Query holds back what is saved. */
function useOfflineNotice(): void {
  useEffect(() => {
    const show = (isOnline: boolean) => {
      if (isOnline) notifications.hide(OFFLINE);
      else
        notifications.show({
          id: OFFLINE,
          role: "status",
          color: "gray",
          autoClose: false,
          withCloseButton: false,
          title: "You are offline",
          message:
            "What you save is sent when you are online again. Keep this page open until then.",
        });
    };
    show(onlineManager.isOnline());
    return onlineManager.subscribe(show);
  }, []);
}
