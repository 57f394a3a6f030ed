import type { Schema } from "../../property/use-schema.ts";
import {
  CREATED,
  columnFields,
  defaultColumns,
  type Field,
  ID,
  UPDATED,
} from "../records/fields.ts";
import type { Asked } from "../records/use-records-search.ts";
import { readNames } from "../records/views/view-columns.ts";
import { NOTHING, writeCards } from "../records/views/view-params.ts";
import type { BoardType } from "./use-board.ts";

/** Fields that a card or its column shows anyway. */
const ELSEWHERE = new Set([
  "amount",
  "currency",
  "pipeline",
  "stage",
  ID.name,
  CREATED.name,
  UPDATED.name,
]);
const USUAL_COUNT = 3;
/** The server's limit. */
const MAX_FIELDS = 10;

/** Returns the fields that the cards show, and the functions that choose them. */
export function cardFields(type: BoardType, schema: Schema, { params, change }: Asked) {
  const all = columnFields(type, schema).filter(({ name }) => !ELSEWHERE.has(name));
  const usual = defaultColumns(type)
    .filter((name) => !ELSEWHERE.has(name))
    .slice(0, USUAL_COUNT);
  const names = params.cards === NOTHING ? usual : readNames(params.cards);
  const shown = names
    .flatMap((name): readonly Field[] => all.filter((field) => field.name === name))
    .slice(0, MAX_FIELDS);
  const save = (next: readonly string[]) =>
    void change({ cards: writeCards(next) }, { replace: true });
  return {
    all,
    shown,
    max: MAX_FIELDS,
    toggle: (name: string) =>
      save(names.includes(name) ? names.filter((one) => one !== name) : [...names, name]),
    reset: () => void change({ cards: undefined }, { replace: true }),
  };
}
