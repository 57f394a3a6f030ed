import { ActionIcon, Badge, Group, Title } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { typeKeys, typeNames } from "../../object-types.ts";
import { useMay } from "../../session.ts";
import { Lines, Loaded } from "../../ui/pages/loaded.tsx";
import { LoadMore } from "../../ui/tables/load-more.tsx";
import { formatNumber } from "../../ui/values/format.ts";
import { RecordDrawer } from "../records/record-drawer.tsx";
import { AddAssociation } from "./add-association.tsx";
import { AssociatedList } from "./associated-list.tsx";
import classes from "./associations.module.css";
import { offerUndo } from "./offer-undo.tsx";
import type { NamedRecord, RecordParts } from "./record-model.ts";
import { Side } from "./side.tsx";
import { useAssociated } from "./use-associated.ts";
import { useAssociations } from "./use-record-changes.ts";
import { valuesOfText } from "./values-of-text.ts";

/** The associated records by type. Records of the same type cannot be associated. */
export function Associations(parts: RecordParts) {
  const others = typeKeys().filter((type) => type !== parts.recordKey.type);
  return (
    <Side title="Associations" lead="Records associated with this one.">
      {others.map((type) => (
        <OfType key={type} {...parts} type={type} />
      ))}
    </Side>
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
  const close = () => {
    setAdding(false);
    addButton.current?.focus();
  };
  const add = (other: NamedRecord) => changes.add(other).then(() => note.added(other));
  const remove = async (other: NamedRecord) => {
    await changes.remove(other);
    note.removed(other);
    addButton.current?.focus();
    offerUndo("Removed", other, () => add(other));
  };
  return (
    <section aria-label={label} className={classes.type}>
      <Group gap={6} wrap="nowrap">
        <Icon size={16} stroke={1.6} aria-hidden />
        <Title order={3}>{label}</Title>
        {counted && (
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
            aria-label={`Add ${article} ${singular.toLowerCase()}`}
            aria-expanded={isAdding}
            onClick={() => setAdding(!isAdding)}
          >
            <IconPlus size={16} aria-hidden />
          </ActionIcon>
        )}
      </Group>
      {isAdding && (
        <AddAssociation
          projectId={recordKey.projectId}
          type={type}
          known={known}
          isPending={changes.isPending}
          onAdd={(other) => void add(other).then(close, () => undefined)}
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
            projectId={recordKey.projectId}
            records={shown}
            isPending={changes.isPending}
            onRemove={may ? (other) => void remove(other).catch(() => undefined) : undefined}
          />
        )}
      </Loaded>
      <LoadMore query={more} label={`Show more ${label.toLowerCase()}`} mt={0} />
    </section>
  );
}
