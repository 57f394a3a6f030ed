import { OBJECT_TYPE_NAMES, OBJECT_TYPES, type ObjectType } from "@rapport/model";
import { router } from "../trpc.ts";
import { batchRouter } from "./batches.ts";
import { associateOne, dissociateOne } from "./change-associations.ts";
import { eraseOne } from "./erase.ts";
import { events } from "./events.ts";
import { exportOne } from "./export.ts";
import { exports } from "./exports.ts";
import { imports } from "./imports.ts";
import { listAll, readOneByKey } from "./lists.ts";
import { mergeAll, unmergeOne } from "./merge.ts";
import { createOne, createWhole, deleteOne, readOne } from "./objects.ts";
import { listAssociationsOf, listHistoryOf } from "./record-lists.ts";
import { restoreOne } from "./restore.ts";
import { pipelinesRouter, propertiesRouter } from "./schema.ts";
import { searchAll } from "./search.ts";
import { templates } from "./templates.ts";
import { setOne } from "./update.ts";
import { upsertOne } from "./upserts.ts";

/** Builds the operations that every object type has (specification §4.1). */
function objectRouter<T extends ObjectType>(type: T) {
  return router({
    create: createOne(type),
    createWhole: createWhole(type),
    read: readOne(type),
    list: listAll(type),
    byKey: readOneByKey(type),
    associations: listAssociationsOf(type),
    associate: associateOne(type),
    dissociate: dissociateOne(type),
    history: listHistoryOf(type),
    search: searchAll(type),
    set: setOne(type),
    delete: deleteOne(type),
    upsert: upsertOne(type),
    batch: batchRouter(type),
    erase: eraseOne(type),
    export: exportOne(type),
    restore: restoreOne(type),
    merge: mergeAll(type),
    unmerge: unmergeOne(type),
  });
}

type ObjectRouters = {
  [T in ObjectType as (typeof OBJECT_TYPES)[T]["plural"]]: ReturnType<typeof objectRouter<T>>;
};

const objects = Object.fromEntries(
  OBJECT_TYPE_NAMES.map((type) => [OBJECT_TYPES[type].plural, objectRouter(type)]),
) as unknown as ObjectRouters;

/** The Public Object API (specification §4.1): operations of each object type, the schema, the feed and templates. */
export const publicRouter = router({
  ...objects,
  properties: propertiesRouter,
  pipelines: pipelinesRouter,
  events,
  exports,
  imports,
  templates,
});
