import { router } from "../trpc.ts";
import { events } from "./events.ts";
import { exports } from "./exports.ts";
import { ANY_TYPE, FRONTS, type Front } from "./front.ts";
import { imports } from "./imports.ts";
import { batchRouter } from "./records/batches.ts";
import { associateOne, dissociateOne } from "./records/change-associations.ts";
import { listAll, readOneByKey } from "./records/lists.ts";
import { mergeAll, unmergeOne } from "./records/merge.ts";
import { createOne, createWhole, deleteOne, readOne, restoreOne } from "./records/objects.ts";
import { makeListAssociations, makeListHistory } from "./records/record-lists.ts";
import { searchAll } from "./records/search.ts";
import { eraseOne, exportOne } from "./records/subject-requests.ts";
import { setOne, upsertOne } from "./records/update.ts";
import { associationLabelsRouter } from "./schema/association-labels.ts";
import { pipelinesRouter, propertiesRouter } from "./schema/schema.ts";
import { typesRouter } from "./schema/types.ts";
import { templates } from "./templates.ts";

/** Builds the operations that every object type has (specification §4.1). */
function objectRouter<F extends Front>(front: F) {
  return router({
    create: createOne(front),
    createWhole: createWhole(front),
    read: readOne(front),
    list: listAll(front),
    byKey: readOneByKey(front),
    associations: makeListAssociations(front),
    associate: associateOne(front),
    dissociate: dissociateOne(front),
    history: makeListHistory(front),
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

/**
 * The operations on records of any type. The routers of the built-in types are the same operations under their own names.
 */
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
