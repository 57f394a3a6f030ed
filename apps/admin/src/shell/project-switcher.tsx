import { Menu, Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconSelector, IconSettings } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api } from "../api.ts";
import { useMe } from "../session.ts";
import { usePageIn } from "./page-in-project.ts";
import classes from "./project-switcher.module.css";
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
        <Menu.Item component={Link} to="/tenants" leftSection={<IconSettings size={16} />}>
          Tenants and projects
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
