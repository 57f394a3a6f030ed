import { router } from "../trpc.ts";
import { associationLabelsRouter } from "./association-labels.ts";
import { batchRouter } from "./batches.ts";
import { associateOne, dissociateOne } from "./change-associations.ts";
import { eraseOne } from "./erase.ts";
import { events } from "./events.ts";
import { exportOne } from "./export.ts";
import { exports } from "./exports.ts";
import { ANY_TYPE, FRONTS, type Front } from "./front.ts";
import { imports } from "./imports.ts";
import { listAll, readOneByKey } from "./lists.ts";
import { mergeAll, unmergeOne } from "./merge.ts";
import { createOne, createWhole, deleteOne, readOne } from "./objects.ts";
import { listAssociationsOf, listHistoryOf } from "./record-lists.ts";
import { restoreOne } from "./restore.ts";
import { pipelinesRouter, propertiesRouter } from "./schema.ts";
import { searchAll } from "./search.ts";
import { templates } from "./templates.ts";
import { typesRouter } from "./types.ts";
import { setOne } from "./update.ts";
import { upsertOne } from "./upserts.ts";

/** Builds the operations that every object type has (specification §4.1). */
function objectRouter<F extends Front>(front: F) {
  return router({
    create: createOne(front),
    createWhole: createWhole(front),
    read: readOne(front),
    list: listAll(front),
    byKey: readOneByKey(front),
    associations: listAssociationsOf(front),
    associate: associateOne(front),
    dissociate: dissociateOne(front),
    history: listHistoryOf(front),
    search: searchAll(front),
    set: setOne(front),
    delete: deleteOne(front),
    upsert: upsertOne(front),
    batch: batchRouter(front),
    erase: eraseOne(front),
    export: exportOne(front),
    restore: restoreOne(front),
    merge: mergeAll(front),
    unmerge: unmergeOne(front),
  });
}

type ObjectRouters = {
  [Plural in keyof typeof FRONTS]: ReturnType<typeof objectRouter<(typeof FRONTS)[Plural]>>;
};

const objects = Object.fromEntries(
  Object.entries(FRONTS).map(([plural, front]) => [plural, objectRouter(front)]),
) as unknown as ObjectRouters;

/** The operations on records of any type, of which those of a built-in type are fronts. */
const anyObject = objectRouter(ANY_TYPE);

/** The Public Object API (specification §4.1): operations of each object type, the schema, the feed and templates. */
export const publicRouter = router({
  ...objects,
  objects: anyObject,
  types: typesRouter,
  properties: propertiesRouter,
  pipelines: pipelinesRouter,
  associationLabels: associationLabelsRouter,
  events,
  exports,
  imports,
  templates,
});
