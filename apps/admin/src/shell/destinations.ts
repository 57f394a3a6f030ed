import {
  IconArrowMerge,
  IconChartBar,
  IconCoins,
  IconFileExport,
  IconFileImport,
  IconHistory,
  IconHome,
  IconKey,
  IconLayoutKanban,
  IconListCheck,
  type IconProps,
  IconReportAnalytics,
  IconSchema,
  IconShieldLock,
  IconStack2,
  IconTemplate,
  IconTrash,
  IconUsers,
  IconWebhook,
} from "@tabler/icons-react";
import type { ComponentType } from "react";
import type { Outputs } from "../api.ts";
import { typeKeys, typeNames } from "../object-types.ts";
import { firstSearch } from "../tasks/mine.ts";

/** A page or record that the command palette opens, or something that it does. */
export interface Destination {
  /** Path, or the name of an action; unique. */
  readonly to: string;
  /** Query parameters of the page. */
  readonly search?: Readonly<Record<string, string | undefined>>;
  /** Does something instead of opening a page. */
  readonly run?: () => void;
  readonly label: string;
  readonly detail?: string;
  readonly icon: ComponentType<IconProps>;
}

const OF_INSTALLATION: readonly Destination[] = [
  { to: "/tenants", label: "Tenants and projects", icon: IconStack2 },
];

/** Paths relative to the project. */
const ofProject = (email: string): readonly Destination[] => [
  { to: "", label: "Home", icon: IconHome },
  ...typeKeys().map((type) => {
    const { plural, label, icon } = typeNames(type);
    return { to: `/${plural}`, search: firstSearch(type, email), label, icon };
  }),
  ...typeKeys()
    .map((type) => typeNames(type))
    .filter(({ hasPipeline }) => hasPipeline)
    .map(({ plural, label }) => ({
      to: `/${plural}/board`,
      label: `${label} board`,
      icon: IconLayoutKanban,
    })),
  { to: "/reports/created", label: "Reports", icon: IconReportAnalytics },
  { to: "/duplicates", label: "Duplicates", icon: IconArrowMerge },
  { to: "/imports", label: "Imports", icon: IconFileImport },
  { to: "/exports", label: "Exports", icon: IconFileExport },
  { to: "/changes", label: "Bulk changes", icon: IconListCheck },
  { to: "/bin", label: "Bin", icon: IconTrash },
  { to: "/webhooks", label: "Webhooks", icon: IconWebhook },
  { to: "/webhooks/deliveries", label: "Deliveries", icon: IconWebhook },
  { to: "/templates", label: "Templates", icon: IconTemplate },
  ...typeKeys()
    .map((type) => typeNames(type))
    .map(({ plural, label }) => ({
      to: `/schema/${plural}`,
      label: `Schema of ${label.toLowerCase()}`,
      icon: IconSchema,
    })),
  { to: "/currencies", label: "Currencies and rates", icon: IconCoins },
  { to: "/access/clients", label: "OAuth clients", icon: IconShieldLock },
  { to: "/access/keys", label: "API keys", icon: IconKey },
  { to: "/access/members", label: "Members", icon: IconUsers },
  { to: "/access/sessions", label: "Sessions", icon: IconShieldLock },
  { to: "/usage", label: "API usage", icon: IconChartBar },
  { to: "/usage/requests", label: "API requests", icon: IconChartBar },
  { to: "/audit", label: "Audit log", icon: IconHistory },
];

/** Paths relative to the project, of pages for admins with a role in the installation. */
const FOR_INSTALLATION: readonly Destination[] = [
  { to: "/access/admins", label: "Admins", icon: IconShieldLock },
  { to: "/access/signing-keys", label: "Signing keys", icon: IconShieldLock },
];

/**
 * @param projectId undefined on pages of the installation
 */
export function listPages(
  projectId: number | undefined,
  { email, role }: Pick<Outputs["me"], "email" | "role">,
): readonly Destination[] {
  if (projectId === undefined) return OF_INSTALLATION;
  const all = [...ofProject(email), ...(role !== null ? FOR_INSTALLATION : [])];
  const here = all.map((page) => ({ ...page, to: `/p/${projectId}${page.to}` }));
  return [...here, ...OF_INSTALLATION];
}
