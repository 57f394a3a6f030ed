import { operationsFor } from "../../app.ts";
import { standardError } from "../errors.ts";
import {
  type HubspotAnswer,
  type HubspotCall,
  type HubspotOperation,
  type Members,
  readAfter,
  repeated,
  tooMany,
  toText,
} from "../operation.ts";
import type { GivenRecord } from "../records.ts";
import { batchAnswer, inputErrorOrThrow, inputsIn, MAX_INPUTS } from "../several.ts";
import {
  associate,
  changePairs,
  failure,
  hasFaults,
  isNumbered,
  labelsIn,
  listed,
  type Pair,
  pairsIn,
  type Sides,
  shownDefault,
  shownEntries,
  shownPair,
  sidesInPath,
} from "./pairs.ts";

const BATCH = "/crm/v4/associations/{fromObjectType}/{toObjectType}/batch" as const;
const BATCH_BYTES = 8 * 1024 * 1024;

export type Batch = (
  call: HubspotCall,
  sides: Sides,
  inputs: readonly Members[],
) => Promise<HubspotAnswer>;

export function batch(path: `/${string}`, run: Batch): HubspotOperation {
  const isOnlyNumbered = path.startsWith("/crm/v3");
  return {
    ...{ method: "POST", path, bodyBytes: BATCH_BYTES, isOnlyNumbered },
    scopes: [path.endsWith("/read") ? "crm.{type}.read" : "crm.{type}.write"],
    run: (call) => run(call, sidesInPath(call), inputsIn(call)),
  };
}

function typesIn(sides: Sides) {
  // An input names one unknown number, because a body can have a hundred thousand.
  return (input: Members, path: string) =>
    labelsIn(sides, input.types, { path: `${path}.types`, mostFaults: 1 });
}

/**
 * Associates pairs. Plain ones are one batch. Those with labels get these and no others, as in HubSpot, so each is a change of
 * its own.
 */
const createMany: Batch = async (call, sides, inputs) => {
  const startedAt = new Date().toISOString();
  const pairs = pairsIn(inputs, typesIn(sides));
  const isPlain = (pair: Pair) => pair.labels.labels === undefined || hasFaults(pair);
  const plain = pairs.filter(isPlain);
  const { done: first, errors: faults } = await changePairs(call, "associate", sides, plain);
  const [done, errors] = [[...first], [...faults]];
  for (const pair of pairs) {
    if (isPlain(pair)) continue;
    try {
      await associate(call, sides, pair, pair.labels);
      done.push(pair);
    } catch (thrown) {
      errors.push(failure(sides[0], inputErrorOrThrow(thrown), pair));
    }
  }
  const inOrder = done.toSorted((a, b) => a.index - b.index);
  const results = inOrder.map((pair) => shownPair(call, sides, pair, pair.labels));
  return batchAnswer({ startedAt }, 201, results, errors);
};

const associateMany: Batch = async (call, sides, inputs) => {
  const startedAt = new Date().toISOString();
  const { done, errors } = await changePairs(call, "associate", sides, pairsIn(inputs));
  const results = done.flatMap((pair) => shownDefault(sides, pair));
  return batchAnswer({ startedAt }, 200, results, errors);
};

/** Ends associations. The numbered paths answer nothing, the dated ones a batch. */
export async function end(
  call: HubspotCall,
  sides: Sides,
  pairs: readonly Pair[],
): Promise<HubspotAnswer> {
  const startedAt = new Date().toISOString();
  const { errors } = await changePairs(call, "dissociate", sides, pairs);
  const isSilent = isNumbered(call) && errors.length === 0;
  return isSilent ? { status: 204 } : batchAnswer({ startedAt }, 200, [], errors);
}

const archiveMany: Batch = (call, sides, inputs) => {
  const others = inputs.reduce((sum, { to }) => sum + (Array.isArray(to) ? to.length : 1), 0);
  if (others > MAX_INPUTS) throw tooMany("inputs", MAX_INPUTS, "pairs");
  const pairs = inputs.flatMap(({ from, to }, index) =>
    [to].flat().map((one) => ({ ...pairsIn([{ from, to: one }])[0], index }) as Pair),
  );
  return end(call, sides, pairs);
};

/** Reads the associations of the records that a batch names. One without any is an error, as in HubSpot. */
export function readMany(show: typeof shownEntries): Batch {
  return async (call, sides, inputs) => {
    const startedAt = new Date().toISOString();
    const [object, to] = sides;
    const { data } = await operationsFor(call).objects.batch.read({
      ...{ object: object.plural, properties: [], associations: [to.plural] },
      inputs: inputs.map(({ id }) => ({ id })),
    });
    const errorContext = (index: number) => ({ fromObjectId: [repeated(inputs[index]?.id)] });
    const errors: object[] = data.errors.map((error) =>
      standardError(error, object, errorContext(error.index)),
    );
    const results: object[] = [];
    for (const { index, record } of data.results) {
      const { after } = inputs[index] ?? {};
      const { associations, associationsTruncated = [] }: GivenRecord = record;
      const isLong = after !== undefined || associationsTruncated.length > 0;
      const page = { id: toText(record.id), after: readAfter(after), limit: MAX_READ };
      const whole = { entries: associations?.[to.name] ?? [], next: null };
      const { entries, next } = isLong ? await listed(call, sides, page) : whole;
      if (entries.length > 0) {
        const paging = next === null ? {} : { paging: { next: { after: next } } };
        const from = { id: toText(inputs[index]?.id) };
        results.push({ from, to: show(call, sides, entries), ...paging });
      } else {
        const message = `No ${to.name} is associated with ${object.name} ${page.id}.`;
        const none = { code: "NOT_FOUND", message, issues: [] } as const;
        const error = standardError(none, object, errorContext(index));
        errors.push({ ...error, subCategory: "crm.associations.NO_ASSOCIATIONS_FOUND" });
      }
    }
    return batchAnswer({ startedAt }, 200, results, errors);
  };
}

const MAX_READ = 1_000;

/** Batches of associations. */
export const ASSOCIATION_BATCHES: readonly HubspotOperation[] = [
  batch(`${BATCH}/create`, createMany),
  batch(`${BATCH}/associate/default`, associateMany),
  batch(`${BATCH}/archive`, archiveMany),
  batch(`${BATCH}/labels/archive`, (call, sides, inputs) =>
    end(call, sides, pairsIn(inputs, typesIn(sides))),
  ),
  batch(`${BATCH}/read`, readMany(shownEntries)),
];
