import { COLORS, PROPERTY_TYPES } from "@rapport/model";
import { z } from "zod";

const text = (description: string) => z.string().describe(description);
const flag = (description: string) => z.boolean().describe(description);

const color = z
  .enum(COLORS)
  .optional()
  .describe("Colour that people see it in; absent if none is chosen");

/** A property in a response (specification §11). */
export const property = z
  .object({
    internal_name: text("Name of the property in requests and responses"),
    label: text("Name for people"),
    type: z.enum(PROPERTY_TYPES).describe("Type of its values"),
    multi: flag("Whether it holds several values"),
    indexed: flag("Whether records can be looked up and sorted by it"),
    unique: flag("Whether two live records cannot have the same value"),
    readOnly: flag("Whether it is derived and cannot be written"),
    builtIn: flag("Whether every project has it"),
    closed: flag("Whether only the values of `options` are allowed"),
    options: z
      .array(z.object({ value: text("The value"), label: text("Name for people"), color }))
      .readonly()
      .describe("Values of an enumeration in order; empty for other types"),
    description: z.string().nullable().describe("What it is for; null without a description"),
    rules: z
      .object({
        minLength: z.number().describe("Fewest characters"),
        maxLength: z.number().describe("Most characters"),
        pattern: text("Regular expression in RE2 syntax that the whole value matches"),
        min: text("Least number, an exact decimal"),
        max: text("Greatest number, an exact decimal"),
        decimals: z.number().describe("Most decimals"),
        notBefore: text("First day, or first moment of a datetime"),
        notAfter: text("Last day, or last moment of a datetime"),
      })
      .partial()
      .nullable()
      .describe("Rules of its values; null without rules"),
    default: z
      .union([
        z.string(),
        z.boolean(),
        z.array(z.string()).readonly(),
        z.array(z.boolean()).readonly(),
      ])
      .nullable()
      .describe("What new records without a value get; null for nothing"),
    group: z.string().nullable().describe("Heading above it on pages and in forms; null for none"),
  })
  .meta({ id: "Property" });

/** A property after a change of it (specification §11). */
export const changedProperty = property
  .extend({
    violations: z
      .object({
        records: z.int().describe("Live records with a value that breaks a rule"),
        isMore: flag("Whether counting stopped, at 10,000 or after two seconds"),
      })
      .nullable()
      .describe(
        "How many records break its rules, if the change gave it others; they keep their values until these are written. Null otherwise",
      ),
  })
  .meta({ id: "ChangedProperty" });

/** A stage in a response (specification §12). */
export const stage = z
  .object({
    key: text("Value of the property `stage`"),
    label: text("Name for people"),
    probability: z
      .string()
      .nullable()
      .describe("Decimal from 0 to 1; null for types without probabilities"),
    closed: flag("Whether it ends the pipeline"),
    color,
  })
  .meta({ id: "Stage" });

/** A pipeline in a response (specification §12). */
export const pipeline = z
  .object({
    key: text("Value of the property `pipeline`"),
    label: text("Name for people"),
    isDefault: flag("Whether records without a pipeline in their create get this one"),
    stages: z.array(stage).readonly().describe("The stages in order"),
  })
  .meta({ id: "Pipeline" });

const propertySets = z.array(z.array(z.string()).readonly()).readonly();

const layoutNames = (description: string) => z.array(z.string()).readonly().describe(description);

/** An object type in a response (specification §44). */
export const objectTypeShape = z
  .object({
    name: text("Name in requests, responses and events"),
    plural: text("Name in paths and scopes"),
    label: text("Name for people"),
    pluralLabel: text("Name of several for people"),
    description: z.string().nullable().describe("What it is for; null without a description"),
    builtIn: flag("Whether every project has it"),
    hasPipeline: flag("Whether its records are in a stage of a pipeline"),
    nameProperties: propertySets.describe(
      "Sets of properties whose values, joined by a space, name a record. The first set with a value is used",
    ),
    required: propertySets.describe(
      "Sets of properties. A record has a value of at least one property of each set",
    ),
    icon: text("Icon of the type in the admin app"),
    activity: z
      .object({
        at: text("Property that says when it happened"),
        body: z.string().nullable().describe("Property with the text that timelines show"),
      })
      .nullable()
      .describe(
        "How the timelines of associated records show its records; null if they are no activities",
      ),
    layout: z
      .object({
        properties: layoutNames("Properties in their order on pages and in forms"),
        groups: layoutNames("Headings in their order"),
        form: layoutNames("Properties that a form shows at once"),
        header: layoutNames("Properties in the header of a record"),
        hiddenIfEmpty: layoutNames("Properties that a record's page hides while they are empty"),
      })
      .partial()
      .nullable()
      .describe("How the admin app arranges the properties; null for the usual way"),
  })
  .meta({ id: "ObjectType" });

/** Parameters of paths. The service answers 404 for an unknown one. */
export const internalName = z
  .string()
  .meta({ description: "Internal name of the property", example: "priority" });
export const pipelineKey = z
  .string()
  .meta({ description: "Key of the pipeline", example: "default" });
export const stageKey = z.string().meta({ description: "Key of the stage", example: "won" });
