import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useProject } from "../../../shell/use-project.ts";
import { counted, formatNumber } from "../../../ui/values/format.ts";
import type { Property } from "../use-schema-search.ts";

/** Values that fit in a few lines. */
const MAX_SHOWN = 12;

interface OtherValuesProps {
  readonly type: string;
  readonly property: Property;
  /** Values of the options, and others that need no mention. */
  readonly known: ReadonlySet<string>;
  readonly onAdd: (values: readonly string[]) => void;
}

/** Lists the values that records have beside the options of a closed enumeration, and makes options of them. */
export function OtherValues({ type, property, known, onAdd }: OtherValuesProps) {
  const project = useProject();
  const used = useQuery(project.schema.usedValues.queryOptions({ type, name: property.name }));
  const others = (used.data?.values ?? []).filter(({ value }) => !known.has(value));
  const isShown = others.length > 0;
  const { closed: wasClosed } = property;
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // It appears below the switch that was just used, which can be at the edge of the form.
    if (isShown && !wasClosed) note.current?.scrollIntoView({ block: "nearest" });
  }, [isShown, wasClosed]);
  if (!isShown) return null;
  const shown = others.slice(0, MAX_SHOWN);
  const isMore = used.data?.isMore === true || shown.length < others.length;
  return (
    <Alert
      ref={note}
      color="yellow"
      variant="outline"
      icon={<IconInfoCircle size={18} aria-hidden />}
      title={
        <Text span inherit c="bright">
          Records have{" "}
          {used.data?.isMore ? "many other values" : counted(others.length, "other value")}
        </Text>
      }
    >
      <Stack gap="xs" align="flex-start">
        <Text>These records keep their values, but no other record can get one.</Text>
        <Group gap={6}>
          {shown.map(({ value, records }) => (
            <Button key={value} size="compact-sm" variant="default" onClick={() => onAdd([value])}>
              Add {value} ({formatNumber(records)})
            </Button>
          ))}
          {isMore && <Text span>and more</Text>}
        </Group>
        {!isMore && others.length > 1 && (
          <Button
            size="compact-sm"
            variant="light"
            onClick={() => onAdd(others.map(({ value }) => value))}
          >
            Add all as options
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
