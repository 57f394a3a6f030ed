import { useQueryClient } from "@tanstack/react-query";
import { api, calls } from "../api.ts";
import { saveOneSeen } from "../conflict/save-seen.ts";
import { refetch } from "../invalidation.ts";
import { type PropertyData, propertyItem } from "../property/property-types.ts";
import { useChange } from "../ui/forms/use-change.ts";
import { offerUndo } from "../ui/notices.tsx";
import type { NamedRecord, RecordData, RecordKey } from "./record-model.ts";
import { useOfferUndo } from "./use-offer-undo.tsx";

/**
 * Sets a property optimistically, and then offers to undo it. If the server refuses, the old value returns. Then the
 * record is refetched.
 *
 * @param shown how an error is shown: by the caller next to the value, or as a notification
 */
export function useSetProperty(
  recordKey: RecordKey,
  shown: { showsError: true } | { failed: string },
) {
  const cache = useRecordCache(recordKey);
  const offerUndo = useOfferUndo();
  const change = useChange(
    {
      mutationKey: api.records.set.mutationKey(),
      mutationFn: ({ name, value, seen }: PropertyEdit) =>
        saveOneSeen(recordKey, propertyItem(name, value), seen),
      onMutate: async ({ name, value }) => {
        const before = await cache.hold();
        cache.set(name, value);
        return { before: before?.properties[name] ?? null };
      },
      onSettled: (_, error, { name }, context) => {
        const held = context as { before: PropertyData } | undefined;
        if (error && held) cache.set(name, held.before);
        return cache.settle();
      },
    },
    { ...shown, onDone: (saved, { done }) => offerUndo({ text: done, recordKey, saved }) },
  );
  const set = (edit: PropertyEdit, onError?: () => void) =>
    change.mutate(edit, onError === undefined ? {} : { onError });
  return { ...change, set };
}

interface PropertyEdit {
  readonly name: string;
  readonly value: PropertyData;
  /** The record as the admin saw it. */
  readonly seen: RecordData;
  /** What the offer to undo says, such as “Changed Amount of Engine.” */
  readonly done: string;
}

interface Added {
  readonly other: NamedRecord;
  readonly types: readonly string[] | undefined;
}

/** Adds and removes associations. An error is a notification. */
export function useAssociations(recordKey: RecordKey) {
  const cache = useRecordCache(recordKey);
  const settled = { onSettled: () => cache.settle() };
  const { projectId, type, id } = recordKey;
  const adding = useChange(
    {
      mutationFn: ({ other, types }: Added) =>
        calls.records.associate.mutate({ ...pair(other), ...(types && { types: [...types] }) }),
      mutationKey: api.records.associate.mutationKey(),
      ...settled,
    },
    { failed: ({ other }) => `The association with ${other.name.trim()} was not saved` },
  );
  const removing = useChange(
    {
      mutationFn: (other: NamedRecord) => calls.records.dissociate.mutate(pair(other)),
      mutationKey: api.records.dissociate.mutationKey(),
      ...settled,
    },
    { failed: ({ name }) => `The association with ${name.trim()} was not removed` },
  );
  const pair = (other: NamedRecord) => ({
    ...{ projectId, one: { type, id } },
    other: { type: other.type, id: other.id },
  });
  return {
    /** @param types keys of the labels that the association then has; it keeps them if undefined */
    add: (other: NamedRecord, types?: readonly string[]) => adding.mutateAsync({ other, types }),
    remove: removing.mutateAsync,
    isPending: adding.isPending || removing.isPending,
  };
}

function useRecordCache(recordKey: RecordKey) {
  const client = useQueryClient();
  const queryKey = api.records.read.queryKey(recordKey);
  return {
    /** Cancels a running fetch, which could overwrite the new value, and returns the cached record. */
    async hold() {
      await client.cancelQueries({ queryKey });
      return client.getQueryData(queryKey);
    },
    set(name: string, value: PropertyData) {
      client.setQueryData(
        queryKey,
        (record) =>
          record && { ...record, properties: { ...record.properties, [name]: value as never } },
      );
    },
    /** Refetches, unless another change is still running and will do so. */
    async settle() {
      if (client.isMutating({ mutationKey: api.records.pathKey() }) > 1) return;
      await refetch("records");
    },
  };
}

/** Offers to undo a change of an association. Only the last change of each record offers it. */
export function offerUndoOfAssociation(
  done: "Added" | "Removed",
  { type, id, name }: NamedRecord,
  undo: () => Promise<unknown>,
): void {
  offerUndo({ id: `association ${type} ${id}`, text: `${done} ${name.trim()}.`, undo });
}
