import { Menu, Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconSelector, IconStack2 } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { api } from "../api.ts";
import { useMe } from "../session.ts";
import { listPages } from "./destinations.ts";
import classes from "./shell.module.css";
import { useCurrentProject } from "./use-project.ts";

/** Shows the current project and switches to another. */
export function ProjectSwitcher() {
  const project = useCurrentProject();
  const { data: tenants } = useSuspenseQuery(api.tenants.list.queryOptions());
  const pageIn = usePageIn();
  const choice = tenants.length === 0 ? "No project" : "Choose a project";
  const elsewhere = useMe().role === null ? choice : "Installation";
  const name = project?.name ?? "Rapport";
  return (
    <Menu width={260} position="bottom-start">
      <Menu.Target>
        <UnstyledButton className={classes.target}>
          <span className={classes.badge} aria-hidden>
            {name.slice(0, 1).toUpperCase()}
          </span>
          <span className={classes.names}>
            <Text fw={600} truncate>
              {name}
            </Text>
            <Text fz="xs" c="dimmed" truncate>
              {project?.tenantName ?? elsewhere}
            </Text>
          </span>
          <VisuallyHidden>: switch project</VisuallyHidden>
          <IconSelector size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown mah={420} style={{ overflowY: "auto" }}>
        {tenants.map((tenant) => (
          <div key={tenant.id}>
            <Menu.Label>{tenant.name}</Menu.Label>
            {tenant.projects.map(({ id, name }) => (
              <Menu.Item
                key={id}
                component={Link}
                to={pageIn(id)}
                fw={id === project?.id ? 600 : undefined}
              >
                {name}
              </Menu.Item>
            ))}
          </div>
        ))}
        <Menu.Divider />
        <Menu.Item
          component={Link}
          to="/tenants"
          leftSection={<IconStack2 size={16} aria-hidden />}
        >
          Tenants and projects
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/**
 * Returns a function that gives the path of the open page in another project. A page of one thing, such as a record, becomes
 * the list that has it. Filters and views are left out, because they name properties of this project.
 */
export function usePageIn(): (projectId: number) => string {
  const { pathname } = useLocation();
  const me = useMe();
  const rest = /^\/p\/\d+(\/.*)$/.exec(pathname)?.[1] ?? "";
  return (projectId) => {
    const base = `/p/${projectId}`;
    const here = `${base}${rest}`;
    const kept = listPages(projectId, me)
      .map(({ to }) => to)
      .filter((to) => here === to || here.startsWith(`${to}/`))
      .reduce((longest, to) => (to.length > longest.length ? to : longest), base);
    // Reports are one destination.
    return rest.startsWith("/reports/") ? here : kept;
  };
}
