import { Button, Group, Menu } from "@mantine/core";
import { type ActivityType, activitiesOf, activityOf } from "@rapport/model";
import { IconChevronDown } from "@tabler/icons-react";
import { useQueries } from "@tanstack/react-query";
import { api } from "../../../api.ts";
import { typeNames } from "../../../object-types.ts";
import { useMay } from "../../../session.ts";
import { usePageKeys } from "../../../ui/pages/use-page-keys.ts";
import { type RecordParts, useRecordSearch } from "../record-model.ts";

/** Buttons that add an activity to the record: those that have a key, and the others in a menu. */
export function AddActivity({ recordKey: { projectId, type } }: RecordParts) {
  const [, change] = useRecordSearch();
  const may = useMay("admin");
  const kinds = may ? activitiesOf(type) : [];
  const quick = kinds.filter((kind) => activityOf(kind).key !== undefined);
  const others = kinds.filter((kind) => !quick.includes(kind));
  // Their forms show the fields at once, so that nothing typed into them is lost.
  useQueries({
    queries: quick.map((kind) =>
      api.schema.read.queryOptions({ projectId, type: kind }, { staleTime: 60_000 }),
    ),
  });
  const write = (kind: ActivityType) => () => change({ form: kind });
  usePageKeys(quick.map((kind) => [activityOf(kind).key ?? "", write(kind)]));
  if (kinds.length === 0) return null;
  return (
    <Group gap="xs">
      {quick.map((kind, i) => (
        <Button
          key={kind}
          size="sm"
          variant={i === 0 ? "filled" : "default"}
          leftSection={<ActivityIcon kind={kind} />}
          onClick={write(kind)}
        >
          {activityOf(kind).add}
        </Button>
      ))}
      {others.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button
              size="sm"
              variant="default"
              rightSection={<IconChevronDown size={16} aria-hidden />}
            >
              Log
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map((kind) => (
              <Menu.Item
                key={kind}
                leftSection={<ActivityIcon kind={kind} />}
                onClick={write(kind)}
              >
                {activityOf(kind).add}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  );
}

function ActivityIcon({ kind }: { readonly kind: ActivityType }) {
  const { icon: Icon } = typeNames(kind);
  return <Icon size={16} aria-hidden />;
}
