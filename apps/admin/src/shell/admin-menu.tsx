import { Menu, Text, UnstyledButton, useMantineColorScheme, VisuallyHidden } from "@mantine/core";
import {
  IconLock,
  IconLogout,
  IconLogout2,
  IconSelector,
  IconShieldLock,
} from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { api } from "../api.ts";
import { ROLE_LABELS, signOut, useMe, useRole } from "../session.ts";
import { useChange } from "../ui/forms/use-change.ts";
import { SecondFactor } from "./second-factor/lazy.ts";
import classes from "./shell.module.css";

const SCHEMES = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "auto", label: "System" },
];

const ChangePassword = lazy(async () => ({
  default: (await import("./change-password.tsx")).ChangePassword,
}));

/** The role of the admin in this project, or in the installation. */
function RoleHere() {
  const role = useRole();
  const { data: tenants } = useSuspenseQuery(api.tenants.list.queryOptions());
  if (role !== null) return ROLE_LABELS[role];
  return tenants.length === 0 ? "No role yet" : "Roles in tenants";
}

/** The menu of the signed-in admin: appearance, password, second factor and sign-out. */
export function AdminMenu() {
  const me = useMe();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [isChanging, setChanging] = useState(false);
  const [isChangingFactor, setChangingFactor] = useState(false);
  const everywhere = useChange(api.access.sessions.endMine, {
    failed: "Your sessions were not ended",
    onDone: () => void signOut(),
  });
  return (
    <Menu width={236} position="top-start">
      <Menu.Target>
        <UnstyledButton className={classes.target}>
          <span className={classes.names}>
            <Text fw={500} truncate>
              {me.email}
            </Text>
            <Text fz="xs" c="dimmed">
              <RoleHere />
            </Text>
          </span>
          <VisuallyHidden>: account and appearance</VisuallyHidden>
          <IconSelector size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconLock size={16} />} onClick={() => setChanging(true)}>
          Change password
        </Menu.Item>
        <Menu.Item
          leftSection={<IconShieldLock size={16} />}
          onClick={() => setChangingFactor(true)}
        >
          Second factor
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Appearance</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(value) => setColorScheme(value as typeof colorScheme)}
        >
          {SCHEMES.map(({ value, label }) => (
            // The labels begin where those of the items with icons do.
            <Menu.RadioItem key={value} value={value} styles={{ itemIndicator: { width: 18 } }}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void signOut()}>
          Sign out
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout2 size={16} />} onClick={() => everywhere.mutate()}>
          Sign out everywhere
        </Menu.Item>
      </Menu.Dropdown>
      <Suspense>
        {isChanging && <ChangePassword onClose={() => setChanging(false)} />}
        {isChangingFactor && <SecondFactor onClose={() => setChangingFactor(false)} />}
      </Suspense>
    </Menu>
  );
}
