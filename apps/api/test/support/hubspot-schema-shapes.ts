import { z } from "zod";
import { batches, empty, paging, time } from "./hubspot-shape-parts.ts";

/*
 * The shapes of answers about the schema, owners and associations that HubSpot documents in the OpenAPI documents of its API
 * (properties, pipelines, schemas and owners v3, associations v3 and v4, and their dated forms). Other members are refused.
 */

const text = z.string();
const count = z.int();
const typeId = z.string().regex(/^[02]-\d+$/);
/** The numbered paths have numbers, the dated ones texts. */
const objectId = z.union([z.int().positive(), z.string().regex(/^\d+$/)]);
const listOf = (item: z.ZodType) => ({ 200: z.strictObject({ results: z.array(item) }) });
const crud = (one: z.ZodType) => ({ list: listOf(one), made: { 201: one }, one: { 200: one } });
const gone = { 204: empty };

/** `Property` */
const property = z.strictObject({
  ...{ name: text, label: text, type: text, fieldType: text, description: text, groupName: text },
  options: z.array(
    z.strictObject({
      ...{ label: text, value: text, hidden: z.boolean(), displayOrder: count.optional() },
      description: text.optional(),
    }),
  ),
  ...{ displayOrder: count, calculated: z.boolean(), externalOptions: z.boolean() },
  ...{ hasUniqueValue: z.boolean(), hidden: z.boolean(), hubspotDefined: z.boolean() },
  ...{ formField: z.boolean(), archived: z.boolean(), referencedObjectType: text.optional() },
  dataSensitivity: z.enum(["non_sensitive", "sensitive", "highly_sensitive"]),
  modificationMetadata: z.strictObject({
    ...{ archivable: z.boolean(), readOnlyDefinition: z.boolean() },
    ...{ readOnlyOptions: z.boolean().optional(), readOnlyValue: z.boolean() },
  }),
});

/** `PropertyGroup` */
const group = z.strictObject({
  ...{ name: text, label: text, displayOrder: count, archived: z.boolean() },
});

const dated = { createdAt: time, updatedAt: time, archived: z.boolean() };

/** `PipelineStage` */
const stage = z.strictObject({
  ...{ id: text, label: text, displayOrder: count, metadata: z.record(text, text), ...dated },
  writePermissions: z.enum(["CRM_PERMISSIONS_ENFORCEMENT", "READ_ONLY", "INTERNAL_ONLY"]),
});

/** `Pipeline` */
const pipeline = z.strictObject({
  ...{ id: text, label: text, displayOrder: count, stages: z.array(stage), ...dated },
});

/** `PublicAuditInfo` */
const audit = z.strictObject({ portalId: count, identifier: text, action: text, timestamp: time });

/** `AssociationDefinition` */
const association = z.strictObject({
  ...{ id: text, fromObjectTypeId: typeId, toObjectTypeId: typeId, name: text },
});

/** `ObjectTypeDefinition` */
const type = z.strictObject({
  ...{ id: typeId, objectTypeId: typeId, name: text, fullyQualifiedName: text, portalId: count },
  labels: z.strictObject({ singular: text, plural: text }),
  ...{ description: text.nullable(), archived: z.boolean(), metaType: text },
  ...{ primaryDisplayProperty: text.optional(), secondaryDisplayProperties: z.array(text) },
  ...{ requiredProperties: z.array(text), searchableProperties: z.array(text) },
});

/** `ObjectSchema` */
const schema = type.extend({
  properties: z.array(property),
  associations: z.array(association),
});

/** `PublicOwner` */
const owner = z.strictObject({
  ...{ id: text, userId: count, type: z.enum(["PERSON", "QUEUE"]), email: text },
  ...{ firstName: text, lastName: text, createdAt: time, updatedAt: time, archived: z.boolean() },
});

const category = z.enum(["HUBSPOT_DEFINED", "USER_DEFINED", "INTEGRATOR_DEFINED"]);
const id = z.strictObject({ id: z.string().regex(/^\d+$/) });

/** `AssociationSpecWithLabel` */
const saying = z.strictObject({
  ...{ category, typeId: z.int32().positive(), label: text.nullable() },
  ...{ fromObjectTypeId: typeId.optional(), toObjectTypeId: typeId.optional() },
});

/** `MultiAssociatedObjectWithLabel` */
const associated = z.strictObject({ toObjectId: objectId, associationTypes: z.array(saying) });

/** `LabelsBetweenObjectPair` */
const labels = z.strictObject({
  ...{ fromObjectTypeId: typeId, fromObjectId: objectId, labels: z.array(text) },
  ...{ toObjectTypeId: typeId, toObjectId: objectId },
});

/** `PublicDefaultAssociation` */
const plain = z.strictObject({
  ...{ from: id, to: id },
  associationSpec: z.strictObject({ associationCategory: category, associationTypeId: count }),
});

const old = z.strictObject({ id: text, type: text });
const oldPair = z.strictObject({ from: id, to: id, type: text });
const ended = { 204: empty, ...batches(200, z.never()) };

const PROPERTIES = "/crm/v3/properties/{objectType}";
const PIPELINES = "/crm/v3/pipelines/{objectType}";
const STAGES = `${PIPELINES}/{pipelineId}/stages`;
const RECORD = "/crm/v4/objects/{objectType}/{objectId}/associations/{toObjectType}";
const PAIR = "{fromObjectType}/{toObjectType}";
const BATCH = `/crm/v4/associations/${PAIR}/batch`;
const OLD = `/crm/v3/associations/${PAIR}`;
const OLD_RECORD = "/crm/v3/objects/{objectType}/{objectId}/associations/{toObjectType}";

type Shapes = Readonly<Record<string, Readonly<Record<number, z.ZodType>>>>;

const ofSchemas = (path: string): Shapes => ({
  [`GET ${path}`]: listOf(schema),
  [`POST ${path}`]: { 201: schema },
  [`POST ${path}/batch/read`]: listOf(schema),
  [`GET ${path}/{objectType}`]: { 200: schema },
  [`PATCH ${path}/{objectType}`]: { 200: type },
  [`DELETE ${path}/{objectType}`]: gone,
  [`POST ${path}/{objectType}/associations`]: { 201: association },
  // Refused here, so HubSpot's 204 is never answered.
  [`DELETE ${path}/{objectType}/associations/{id}`]: {},
});

const ofLabels = (path: string): Shapes => ({
  [`GET ${path}`]: listOf(saying),
  [`POST ${path}`]: listOf(saying),
  [`PUT ${path}`]: gone,
  [`DELETE ${path}/{associationTypeId}`]: gone,
});

/** Shapes by operation and status. */
export const SCHEMA_SHAPES: Shapes = {
  [`GET ${PROPERTIES}`]: crud(property).list,
  [`POST ${PROPERTIES}`]: crud(property).made,
  [`GET ${PROPERTIES}/{propertyName}`]: crud(property).one,
  [`PATCH ${PROPERTIES}/{propertyName}`]: crud(property).one,
  [`DELETE ${PROPERTIES}/{propertyName}`]: gone,
  [`POST ${PROPERTIES}/batch/create`]: batches(201, property),
  [`POST ${PROPERTIES}/batch/read`]: batches(200, property),
  [`POST ${PROPERTIES}/batch/archive`]: gone,
  [`GET ${PROPERTIES}/groups`]: crud(group).list,
  [`POST ${PROPERTIES}/groups`]: crud(group).made,
  [`GET ${PROPERTIES}/groups/{groupName}`]: crud(group).one,
  [`PATCH ${PROPERTIES}/groups/{groupName}`]: crud(group).one,
  // A group that is there has properties, so it is refused.
  [`DELETE ${PROPERTIES}/groups/{groupName}`]: {},
  [`GET ${PIPELINES}`]: crud(pipeline).list,
  [`POST ${PIPELINES}`]: crud(pipeline).made,
  [`GET ${PIPELINES}/{pipelineId}`]: crud(pipeline).one,
  [`PUT ${PIPELINES}/{pipelineId}`]: crud(pipeline).one,
  [`PATCH ${PIPELINES}/{pipelineId}`]: crud(pipeline).one,
  [`DELETE ${PIPELINES}/{pipelineId}`]: gone,
  [`GET ${PIPELINES}/{pipelineId}/audit`]: listOf(audit),
  [`GET ${STAGES}`]: crud(stage).list,
  [`POST ${STAGES}`]: crud(stage).made,
  [`GET ${STAGES}/{stageId}`]: crud(stage).one,
  [`PUT ${STAGES}/{stageId}`]: crud(stage).one,
  [`PATCH ${STAGES}/{stageId}`]: crud(stage).one,
  [`DELETE ${STAGES}/{stageId}`]: gone,
  [`GET ${STAGES}/{stageId}/audit`]: listOf(audit),
  ...ofSchemas("/crm-object-schemas/v3/schemas"),
  ...ofSchemas("/crm/v3/schemas"),
  "GET /crm/v3/owners": { 200: z.strictObject({ results: z.array(owner), paging }) },
  "GET /crm/v3/owners/{ownerId}": { 200: owner },
  [`GET ${RECORD}`]: { 200: z.strictObject({ results: z.array(associated), paging }) },
  [`PUT ${RECORD}/{toObjectId}`]: { 201: labels },
  [`DELETE ${RECORD}/{toObjectId}`]: gone,
  "PUT /crm/v4/objects/{fromObjectType}/{fromObjectId}/associations/default/{toObjectType}/{toObjectId}":
    { 200: batches(200, plain)[200] as z.ZodType },
  [`POST ${BATCH}/create`]: batches(201, labels),
  [`POST ${BATCH}/associate/default`]: batches(200, plain),
  [`POST ${BATCH}/archive`]: ended,
  [`POST ${BATCH}/labels/archive`]: ended,
  [`POST ${BATCH}/read`]: batches(
    200,
    z.strictObject({ from: id, to: z.array(associated), paging }),
  ),
  ...ofLabels(`/crm/v4/associations/${PAIR}/labels`),
  ...ofLabels(`/crm/associations/v4/${PAIR}/labels`),
  [`GET ${OLD_RECORD}`]: { 200: z.strictObject({ results: z.array(old), paging }) },
  [`DELETE ${OLD_RECORD}/{toObjectId}/{associationType}`]: gone,
  [`POST ${OLD}/batch/create`]: batches(201, oldPair),
  [`POST ${OLD}/batch/read`]: batches(200, z.strictObject({ from: id, to: z.array(old), paging })),
  [`POST ${OLD}/batch/archive`]: ended,
  [`GET ${OLD}/types`]: listOf(z.strictObject({ id: text, name: text })),
};
