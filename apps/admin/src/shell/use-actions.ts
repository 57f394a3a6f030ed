import { notifications } from "@mantine/notifications";
import {
  IconArrowRight,
  IconArrowsExchange,
  IconCopy,
  IconKeyboard,
  IconPlus,
  IconTable,
} from "@tabler/icons-react";
import { skipToken, useQueries, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { api, type Outputs } from "../api.ts";
import type { RecordKey } from "../conflict/questions.ts";
import { saveOneSeen } from "../conflict/save-seen.ts";
import {
  activitiesOnRecord,
  typeKeys,
  typeNames,
  typeOfPlural,
  useTypes,
} from "../object-types.ts";
import { propertyItem } from "../property/property-types.ts";
import { useOfferUndo } from "../records/use-offer-undo.tsx";
import { useMay } from "../session.ts";
import { useChange } from "../ui/forms/use-change.ts";
import { copyText } from "../ui/values/copy-icon.tsx";
import type { Destination } from "./destinations.ts";
import { usePageIn } from "./project-switcher.tsx";
import { useCurrentProject } from "./use-project.ts";

/**
 * Returns what the palette can do here: on the record of the page, in the project, and with other projects.
 *
 * @param onKeys shows all keys
 */
export function useActions(onKeys: () => void): readonly Destination[] {
  useTypes();
  const project = useCurrentProject();
  const mayChange = useMay("admin");
  const ofRecord = useRecordActions(mayChange);
  const views = useViewActions(project?.id);
  const { data: tenants } = useSuspenseQuery(api.tenants.list.queryOptions());
  const pageIn = usePageIn();
  const creations = typeKeys()
    .map((type) => typeNames(type))
    .map(({ plural, singular }) => ({
      ...{ to: `/p/${project?.id}/${plural}`, search: { form: "new" }, icon: IconPlus },
      label: `Create ${singular.toLowerCase()}`,
    }));
  const others = tenants.flatMap((tenant) =>
    tenant.projects
      .filter(({ id }) => id !== project?.id)
      .map(({ id, name }) => ({
        ...{ to: pageIn(id), label: `Switch to ${name}`, detail: tenant.name },
        icon: IconArrowsExchange,
      })),
  );
  return [
    ...ofRecord,
    ...(project !== undefined && mayChange ? creations : []),
    ...views,
    ...others,
    { to: "keys", label: "Show all keys", detail: "?", icon: IconKeyboard, run: onKeys },
  ];
}

/** Returns the saved views of a project as the palette opens them. */
function useViewActions(projectId: number | undefined): readonly Destination[] {
  const lists = useQueries({
    queries: typeKeys().map((type) =>
      api.views.list.queryOptions(
        { projectId: projectId ?? 0, type },
        { enabled: projectId !== undefined },
      ),
    ),
  });
  return typeKeys().flatMap((type, i) =>
    (lists[i]?.data ?? []).map(({ id, name, content }) => ({
      to: `/p/${projectId}/${typeNames(type).plural}${content.layout === "board" ? "/board" : ""}`,
      search: { view: id },
      label: `Open the view ${name}`,
      detail: typeNames(type).label,
      icon: IconTable,
    })),
  );
}

interface Move {
  readonly recordKey: RecordKey;
  readonly seen: Outputs["records"]["read"];
  /** The stage. */
  readonly to: { readonly key: string; readonly label: string };
}

/** Actions on the record whose page is open. */
function useRecordActions(mayChange: boolean): readonly Destination[] {
  const { projectId, plural = "", recordId = "" } = useParams({ strict: false });
  const navigate = useNavigate();
  const type = typeOfPlural(plural);
  const id = Number(recordId);
  const isRecord = type !== undefined && /^[1-9]\d{0,14}$/.test(recordId);
  const key = isRecord ? { projectId: Number(projectId), type, id } : undefined;
  const record = useQuery(api.records.read.queryOptions(key ?? skipToken));
  const schema = useQuery(api.schema.read.queryOptions(key ?? skipToken));
  const offerUndo = useOfferUndo();
  const moving = useChange(
    {
      mutationKey: api.records.set.mutationKey(),
      mutationFn: ({ recordKey, seen, to }: Move) =>
        saveOneSeen(recordKey, propertyItem("stage", to.key), seen),
    },
    {
      changes: "records",
      failed: ({ seen }) => `${seen.name.trim()} was not moved`,
      onDone: (saved, { recordKey, seen, to }) =>
        offerUndo({ text: `Moved ${seen.name.trim()} to ${to.label}.`, recordKey, saved }),
    },
  );
  if (key === undefined || record.data === undefined) return [];
  const seen = record.data;
  const { pipeline, stage } = seen.properties;
  const stages = schema.data?.pipelines.find((one) => one.key === pipeline)?.stages ?? [];
  const open = (form: string) => () =>
    void navigate({ to: ".", search: (before: object) => ({ ...before, form }) });
  const changes = [
    ...activitiesOnRecord(key.type).map(({ name, activity }) => ({
      ...{ to: name, label: activity.add, icon: typeNames(name).icon, run: open(name) },
    })),
    ...stages
      .filter((one) => one.key !== stage)
      .map((one) => ({
        ...{ to: `stage ${one.key}`, label: `Move to ${one.label}`, icon: IconArrowRight },
        run: () => moving.mutate({ recordKey: key, seen, to: one }),
      })),
  ];
  const copy = async () => {
    if (await copyText(String(id), `The id is ${id}.`))
      notifications.show({ message: `Copied the id ${id}.`, color: "teal" });
  };
  return [
    ...(mayChange ? changes : []),
    { to: "copy", label: `Copy the id ${id}`, icon: IconCopy, run: () => void copy() },
  ];
}
