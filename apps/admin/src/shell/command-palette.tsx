import { Spotlight, type SpotlightActionData } from "@mantine/spotlight";
import { IconSearch } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { TYPE_KEYS, TYPES } from "../object-types.ts";
import { useCurrentProject } from "./use-project.ts";

const PAGES = [
  ["Home", ""],
  ["Bin", "/bin"],
  ["Webhooks", "/webhooks"],
  ["Deliveries", "/webhooks/deliveries"],
  ["Templates", "/templates"],
  ["Schema", "/schema/contacts"],
  ["OAuth clients", "/access/clients"],
  ["API keys", "/access/keys"],
  ["Audit log", "/audit"],
] as const;

/** Ctrl K: any page by typing a part of its name. */
export function CommandPalette() {
  const navigate = useNavigate();
  const project = useCurrentProject();
  const base = `/p/${project?.id ?? ""}`;
  const to = (label: string, path: string): SpotlightActionData => ({
    id: path,
    label,
    onClick: () => void navigate({ to: path }),
  });
  const actions = [
    ...(project === undefined ? [] : PAGES.map(([label, path]) => to(label, `${base}${path}`))),
    ...(project === undefined
      ? []
      : TYPE_KEYS.map((type) => to(TYPES[type].label, `${base}/${TYPES[type].plural}`))),
    to("Tenants and projects", "/tenants"),
  ];
  return (
    <Spotlight
      actions={actions}
      shortcut="mod + K"
      nothingFound="No page has that name."
      searchProps={{ leftSection: <IconSearch size={18} aria-hidden />, placeholder: "Go to …" }}
    />
  );
}
