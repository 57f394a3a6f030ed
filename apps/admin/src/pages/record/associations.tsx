import { ActionIcon, Badge, Group, MultiSelect, Title } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { typeKeys, typeNames } from "../../object-types.ts";
import { AddAssociation } from "../../records/associations/add-association.tsx";
import { AssociatedList } from "../../records/associations/associated-list.tsx";
import classes from "../../records/associations/associations.module.css";
import { useAssociated } from "../../records/associations/use-associated.ts";
import { useLabels } from "../../records/associations/use-labels.ts";
import { RecordDrawer } from "../../records/form/record-drawer.tsx";
import type { AssociatedRecord, RecordParts } from "../../records/record-model.ts";
import { offerUndoOfAssociation, useAssociations } from "../../records/use-record-changes.ts";
import { useMay } from "../../session.ts";
import { Lines, Loaded } from "../../ui/pages/loaded.tsx";
import { Panel } from "../../ui/pages/panel.tsx";
import { LoadMore } from "../../ui/tables/load-more.tsx";
import { formatNumber } from "../../ui/values/format.ts";
import { valuesOfText } from "./values-of-text.ts";

/** The associated records by type, with the labels of the associations. */
export function Associations(parts: RecordParts) {
  return (
    <Panel title="Associations">
      {typeKeys().map((type) => (
        <OfType key={type} {...parts} type={type} />
      ))}
    </Panel>
  );
}

function OfType({ type, recordKey }: RecordParts & { readonly type: string }) {
  const { label, singular, article, icon: Icon } = typeNames(type);
  const { query, counted, known, shown, more, ...note } = useAssociated(recordKey, type);
  const may = useMay("admin");
  const [isAdding, setAdding] = useState(false);
  /** What a new record begins with. */
  const [creation, setCreation] = useState<ReturnType<typeof valuesOfText> | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const changes = useAssociations(recordKey);
  const labels = useLabels(recordKey, type);
  /** The labels of the association that is added. */
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const close = () => {
    setAdding(false);
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
    offerUndoOfAssociation("Removed", other, () => add(other, other.labels));
  };
  return (
    <section
      aria-label={label}
      className={classes.type}
      data-none={counted?.total === 0 && shown.length === 0}
    >
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
            onClick={() => setAdding(!isAdding)}
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
            close();
            setCreation(valuesOfText(type, text));
          }}
          onClose={close}
        />
      )}
      {may && (
        <RecordDrawer
          type={type}
          form={creation === null ? undefined : "new"}
          onClose={() => setCreation(null)}
          creation={{ associatedWith: recordKey, values: creation ?? {} }}
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
  );
}
