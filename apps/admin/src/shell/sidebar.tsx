import { AppShell, Divider, Kbd, NavLink, ScrollArea, UnstyledButton } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { REPORT_NAMES } from "@rapport/model";
import {
  IconArrowMerge,
  IconChartBar,
  IconChevronDown,
  IconCoins,
  IconFileExport,
  IconFileImport,
  IconHistory,
  IconHome,
  IconListCheck,
  type IconProps,
  IconReportAnalytics,
  IconSchema,
  IconSearch,
  IconShieldLock,
  IconStack2,
  IconTemplate,
  IconTrash,
  IconWebhook,
} from "@tabler/icons-react";
import { Link, type LinkProps, useParams, useRouterState } from "@tanstack/react-router";
import { type ComponentType, type ReactNode, useId } from "react";
import { objectType, typeKeys, typeNames, useTypes } from "../object-types.ts";
import { useMe } from "../session.ts";
import { firstSearch } from "../tasks/mine.ts";
import { useModKey } from "../ui/keyboard.ts";
import { AdminMenu } from "./admin-menu.tsx";
import { ProjectSwitcher } from "./project-switcher.tsx";
import classes from "./sidebar.module.css";
import { useCurrentProject } from "./use-project.ts";

/** Links to every page. */
export function Sidebar({ onSearch }: { readonly onSearch: () => void }) {
  const project = useCurrentProject();
  return (
    <>
      <AppShell.Section className={classes.head}>
        <div className={classes.switcher}>
          <ProjectSwitcher />
        </div>
        <SearchButton onSearch={onSearch} />
      </AppShell.Section>
      <AppShell.Section
        grow
        component={ScrollArea}
        className={classes.list}
        type="auto"
        scrollbarSize={6}
        px="sm"
      >
        {project !== undefined && (
          <>
            <ProjectPages projectId={String(project.id)} />
            <Divider className={classes.divider} />
          </>
        )}
        <Item to="/tenants" icon={IconStack2} label="Tenants and projects" />
      </AppShell.Section>
      <AppShell.Section className={classes.foot}>
        <AdminMenu />
      </AppShell.Section>
    </>
  );
}

function ProjectPages({ projectId }: { readonly projectId: string }) {
  useTypes();
  const params = { projectId };
  const { plural: open } = useParams({ strict: false });
  const shown = typeKeys().filter(
    (type) => objectType(type).isInSidebar || objectType(type).plural === open,
  );
  const [builtIn, own] = [true, false].map((is) =>
    shown.filter((type) => objectType(type).builtIn === is),
  ) as [string[], string[]];
  return (
    <>
      <Item to="/p/$projectId" params={params} icon={IconHome} label="Home" exact />
      <Item
        to="/p/$projectId/reports/$report"
        params={{ projectId, report: REPORT_NAMES[0] }}
        under={`/p/${projectId}/reports`}
        icon={IconReportAnalytics}
        label="Reports"
      />
      <Group label="Records">
        <Types projectId={projectId} types={builtIn} />
        {own.length > 0 && (
          <div className={classes.own}>
            <Types projectId={projectId} types={own} />
          </div>
        )}
      </Group>
      <Group label="Data">
        <Item
          to="/p/$projectId/duplicates"
          params={params}
          icon={IconArrowMerge}
          label="Duplicates"
        />
        <Item to="/p/$projectId/imports" params={params} icon={IconFileImport} label="Imports" />
        <Item to="/p/$projectId/exports" params={params} icon={IconFileExport} label="Exports" />
        <Item
          to="/p/$projectId/changes"
          params={params}
          icon={IconListCheck}
          label="Bulk changes"
        />
        <Item to="/p/$projectId/bin" params={params} icon={IconTrash} label="Bin" />
      </Group>
      <Group label="Platform">
        <Item to="/p/$projectId/webhooks" params={params} icon={IconWebhook} label="Webhooks" />
        <Item to="/p/$projectId/templates" params={params} icon={IconTemplate} label="Templates" />
        <Item
          to="/p/$projectId/schema/$plural"
          params={{ projectId, plural: "contacts" }}
          under={`/p/${projectId}/schema`}
          icon={IconSchema}
          label="Schema"
        />
        <Item to="/p/$projectId/currencies" params={params} icon={IconCoins} label="Currencies" />
        <Item
          to="/p/$projectId/access/$section"
          params={{ projectId, section: "clients" }}
          under={`/p/${projectId}/access`}
          icon={IconShieldLock}
          label="Access"
        />
        <Item
          to="/p/$projectId/usage"
          params={params}
          under={`/p/${projectId}/usage`}
          icon={IconChartBar}
          label="API usage"
        />
        <Item to="/p/$projectId/audit" params={params} icon={IconHistory} label="Audit log" />
      </Group>
    </>
  );
}

interface TypesProps {
  readonly projectId: string;
  readonly types: readonly string[];
}

function Types({ projectId, types }: TypesProps) {
  const { email } = useMe();
  return types.map((type) => (
    <Item
      key={type}
      to="/p/$projectId/$plural"
      params={{ projectId, plural: typeNames(type).plural }}
      search={firstSearch(type, email)}
      icon={typeNames(type).icon}
      label={typeNames(type).label}
      title={typeNames(type).label}
    />
  ));
}

type ItemProps = Pick<LinkProps, "to" | "params" | "search"> & {
  readonly icon: ComponentType<IconProps>;
  readonly label: string;
  /** The whole label, if it may be too long for its line. */
  readonly title?: string;
  /** Active only on this address, not on those below it. */
  readonly exact?: boolean;
  /** Prefix of the addresses on which the link is active, if other than its own. */
  readonly under?: string;
};

function Item({ icon: Icon, label, title, exact = false, under, ...link }: ItemProps) {
  const isUnder = useIsUnder(under);
  return (
    <NavLink
      // Mantine's polymorphic component loses the router's types; ItemProps checks them.
      renderRoot={(props) => (
        <Link
          {...props}
          {...(link as LinkProps)}
          activeOptions={{ exact, includeSearch: false }}
          activeProps={{ "data-active": true }}
          {...(isUnder ? { "data-active": true } : {})}
        />
      )}
      className={classes.item}
      label={label}
      title={title}
      noWrap
      leftSection={<Icon size={17} stroke={1.7} aria-hidden />}
    />
  );
}

function useIsUnder(prefix: string | undefined): boolean {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return prefix !== undefined && path.startsWith(prefix);
}

interface GroupProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** Links below a heading that hides them, except for the current page. The browser remembers what is hidden. */
function Group({ label, children }: GroupProps) {
  const id = useId();
  const [stored, store] = useLocalStorage<readonly string[]>({
    key: "rapport.sidebar.hidden",
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  // The storage may hold anything.
  const hidden = Array.isArray(stored) ? stored : [];
  const isHidden = hidden.includes(label);
  return (
    <div className={classes.group} data-hidden={isHidden}>
      <h2 className={classes.heading}>
        <UnstyledButton
          className={classes.toggle}
          aria-expanded={!isHidden}
          aria-controls={id}
          onClick={() =>
            store(isHidden ? hidden.filter((one) => one !== label) : [...hidden, label])
          }
        >
          {label}
          <IconChevronDown size={14} className={classes.chevron} aria-hidden />
        </UnstyledButton>
      </h2>
      <div id={id}>{children}</div>
    </div>
  );
}

function SearchButton({ onSearch }: { readonly onSearch: () => void }) {
  const modKey = useModKey();
  return (
    <UnstyledButton className={classes.search} onClick={onSearch}>
      <IconSearch size={16} aria-hidden />
      <span>Search</span>
      <Kbd size="xs">{modKey} K</Kbd>
    </UnstyledButton>
  );
}
