import { ActionIcon, Badge, Button, Group, MultiSelect, Text, Title } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { typeKeys, typeNames } from "../../object-types.ts";
import { AddAssociation } from "../../records/associations/add-association.tsx";
import { AssociatedList } from "../../records/associations/associated-list.tsx";
import classes from "../../records/associations/associations.module.css";
import { useAssociated, useLabels } from "../../records/associations/use-associated.ts";
import { valuesOfText } from "../../records/form/form-fields.ts";
import { RecordDrawer } from "../../records/form/record-drawer.tsx";
import type { AssociatedRecord, RecordParts } from "../../records/record-model.ts";
import { offerUndoOfAssociation, useAssociations } from "../../records/use-record-changes.ts";
import { useMay } from "../../session.ts";
import { Lines, Loaded } from "../../ui/pages/loaded.tsx";
import { Panel } from "../../ui/pages/panel.tsx";
import { LoadMore } from "../../ui/tables/load-more.tsx";
import { formatNumber } from "../../ui/values/format.ts";

/** The associated records by type, with the labels of the associations. Types without any share a line below the others. */
export function Associations(parts: RecordParts) {
  const may = useMay("admin");
  const [adding, setAdding] = useState<string | null>(null);
  /** The type that was changed last: if it has none then, its button takes the focus. */
  const [last, setLast] = useState<string | null>(null);
  const [none, setNone] = useState<readonly string[]>([]);
  const add = (type: string, isAdding: boolean) => {
    setLast(type);
    setAdding(isAdding ? type : null);
  };
  const note = useCallback((type: string, isNone: boolean) => {
    setNone((before) => {
      if (before.includes(type) === isNone) return before;
      return isNone ? [...before, type] : before.filter((one) => one !== type);
    });
  }, []);
  const hidden = typeKeys().filter((type) => none.includes(type) && type !== adding);
  return (
    <Panel title="Associations">
      {typeKeys().map((type) => (
        <OfType
          key={type}
          {...parts}
          type={type}
          isAdding={type === adding}
          onAdding={(isAdding) => add(type, isAdding)}
          onNone={note}
        />
      ))}
      {hidden.length > 0 && (
        <Group gap={4} role="group" aria-label="Types without associations">
          {may ? (
            hidden.map((type) => (
              <AddFirst
                key={type}
                type={type}
                autoFocus={type === last}
                onAdd={() => add(type, true)}
              />
            ))
          ) : (
            <Text c="dimmed">
              No {NONE.format(hidden.map((type) => typeNames(type).label.toLowerCase()))}.
            </Text>
          )}
        </Group>
      )}
    </Panel>
  );
}

const NONE = new Intl.ListFormat("en", { type: "disjunction" });

interface AddFirstProps {
  readonly type: string;
  readonly autoFocus: boolean;
  readonly onAdd: () => void;
}

function AddFirst({ type, autoFocus, onAdd }: AddFirstProps) {
  const { singular, article } = typeNames(type);
  return (
    <Button
      variant="default"
      size="compact-sm"
      px={6}
      // Quieter than the names of the types that have some.
      fw={400}
      leftSection={<IconPlus size={14} aria-hidden />}
      aria-label={`Associate ${article} ${singular.toLowerCase()}`}
      autoFocus={autoFocus}
      onClick={onAdd}
    >
      {singular}
    </Button>
  );
}

interface OfTypeProps extends RecordParts {
  readonly type: string;
  readonly isAdding: boolean;
  readonly onAdding: (isAdding: boolean) => void;
  /** Says whether there are none: then nothing is shown, except while one is added. */
  readonly onNone: (type: string, isNone: boolean) => void;
}

function OfType({ type, recordKey, isAdding, onAdding, onNone }: OfTypeProps) {
  const { label, singular, article, icon: Icon } = typeNames(type);
  const { query, counted, known, shown, more, ...note } = useAssociated(recordKey, type);
  const may = useMay("admin");
  /** What a new record begins with. */
  const [creation, setCreation] = useState<ReturnType<typeof valuesOfText> | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const changes = useAssociations(recordKey);
  const labels = useLabels(recordKey, type);
  /** The labels of the association that is added. */
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const isNone = counted?.total === 0 && shown.length === 0 && creation === null;
  useEffect(() => onNone(type, isNone), [type, isNone, onNone]);
  const close = () => {
    onAdding(false);
    setChosen([]);
    addButton.current?.focus();
  };
  const add = (other: AssociatedRecord, types: readonly string[] = []) =>
    changes
      .add(other, types.length === 0 ? undefined : types)
      .then(() => note.added({ ...other, labels: types }));
  const remove = async (other: AssociatedRecord) => {
    await changes.remove(other);
    note.removed(other);
    addButton.current?.focus();
    onAdding(false);
    offerUndoOfAssociation("Removed", other, () => add(other, other.labels));
  };
  return (
    <>
      {(!isNone || isAdding) && (
        <section aria-label={label} className={classes.type}>
          <Group gap={6} wrap="nowrap">
            <Icon size={16} stroke={1.6} aria-hidden />
            <Title order={3}>{label}</Title>
            {counted !== undefined && counted.total > 0 && (
              <Badge variant="default" size="sm" className="tabular">
                {formatNumber(counted.total)}
                {counted.isMore && "+"}
              </Badge>
            )}
            {may && (
              <ActionIcon
                ref={addButton}
                ml="auto"
                variant="subtle"
                color="gray"
                size={28}
                aria-label={`Associate ${article} ${singular.toLowerCase()}`}
                aria-expanded={isAdding}
                onClick={() => onAdding(!isAdding)}
              >
                <IconPlus size={16} aria-hidden />
              </ActionIcon>
            )}
          </Group>
          {isAdding && labels.length > 0 && (
            <MultiSelect
              label="Labels"
              placeholder={chosen.length === 0 ? "None" : ""}
              data={labels.map(({ key, label }) => ({ value: key, label }))}
              value={[...chosen]}
              onChange={setChosen}
            />
          )}
          {isAdding && (
            <AddAssociation
              type={type}
              known={[...known, { ...recordKey, name: "", detail: null }]}
              isPending={changes.isPending}
              onAdd={(other) => void add(other, chosen).then(close, () => undefined)}
              onCreate={(text) => {
                onNone(type, false);
                close();
                setCreation(valuesOfText(type, text));
              }}
              onClose={close}
            />
          )}
          <Loaded query={query} skeleton={<Lines count={1} />}>
            {() => (
              <AssociatedList
                records={shown}
                labels={labels}
                isPending={changes.isPending}
                onRemove={may ? (other) => void remove(other).catch(() => undefined) : undefined}
                onLabels={
                  may
                    ? (other, types) => void changes.add(other, types).catch(() => undefined)
                    : undefined
                }
              />
            )}
          </Loaded>
          <LoadMore query={more} label={`Show more ${label.toLowerCase()}`} mt={0} />
        </section>
      )}
      {may && (
        <RecordDrawer
          type={type}
          form={creation === null ? undefined : "new"}
          onClose={() => setCreation(null)}
          creation={{ associatedWith: recordKey, values: creation ?? {} }}
        />
      )}
    </>
  );
}
