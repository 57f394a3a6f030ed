import { withoutControls } from "@rapport/model";
import { z } from "zod";

/*
 * What this import reads of the answers of HubSpot's CRM API (v3 objects, properties and pipelines, v4 associations).
 * Other members are ignored.
 */

const id = z.union([z.string().min(1), z.number().transform(String)]);
/** A name for people. Ours have no control characters. */
const label = z.string().transform(withoutControls);
const paging = z.object({ next: z.object({ after: id }).optional() }).optional();

const object = z.object({ id, properties: z.record(z.string(), z.string().nullable()) });

/** A page of objects, or the objects of a batch read, which has no pages. */
export const objectPage = z.object({ results: z.array(object), paging });

const property = z.object({
  name: z.string(),
  label: label.default(""),
  type: z.string(),
  fieldType: z.string().default(""),
  description: z.string().nullish(),
  options: z.array(z.object({ value: z.string(), label })).default([]),
  calculated: z.boolean().default(false),
  hidden: z.boolean().default(false),
  hubspotDefined: z.boolean().default(false),
  modificationMetadata: z.object({ readOnlyValue: z.boolean().default(false) }).nullish(),
});

export const propertyList = z.object({ results: z.array(property) });

const stage = z.object({
  id,
  label: label.nullish(),
  displayOrder: z.number(),
  archived: z.boolean().default(false),
  metadata: z.record(z.string(), z.unknown()).default({}),
});

const pipeline = z.object({
  id,
  label: label.nullish(),
  displayOrder: z.number(),
  archived: z.boolean().default(false),
  stages: z.array(stage),
});

export const pipelineList = z.object({ results: z.array(pipeline) });

const associationType = z.object({ category: z.string(), typeId: z.number() });

export const associationBatch = z.object({
  results: z.array(
    z.object({
      from: z.object({ id }),
      to: z.array(
        z.object({ toObjectId: id, associationTypes: z.array(associationType).default([]) }),
      ),
      paging,
    }),
  ),
});

/** The labels of associations of two types, seen from the first one. */
export const labelList = z.object({
  results: z.array(associationType.extend({ label: label.nullish() })),
});

const customObject = z.object({
  objectTypeId: id,
  name: z.string(),
  labels: z.object({ singular: label.nullish(), plural: label.nullish() }).default({}),
  description: z.string().nullish(),
  primaryDisplayProperty: z.string().nullish(),
  archived: z.boolean().default(false),
});

export const customObjectList = z.object({ results: z.array(customObject) });

export const accountDetails = z.object({ portalId: id });

/** The body of an error. */
export const errorBody = z.object({
  category: z.string().default(""),
  policyName: z.string().default(""),
});

export type HubspotCustomObject = Readonly<z.infer<typeof customObject>>;
export type HubspotObject = Readonly<z.infer<typeof object>>;
export type HubspotProperty = Readonly<z.infer<typeof property>>;
export type HubspotPipeline = Readonly<z.infer<typeof pipeline>>;
export type HubspotStage = Readonly<z.infer<typeof stage>>;
