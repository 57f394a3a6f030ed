import { COLORS, PROPERTY_TYPES } from "@rapport/model";
import { z } from "zod";
import { storableText } from "../storable-text.ts";

const flag = (description: string) => z.boolean().describe(description);

// The services check its length.
const label = storableText.meta({ description: "Name for people, 1 to 255 characters" });

const length = z.int().min(0).max(65_536);
const decimal = z.union([z.number(), storableText.max(64)]);
const day = storableText.max(64);

/** Rules of a property; its type says which ones it can have (specification §11). */
const rules = z
  .strictObject({
    minLength: length.meta({ description: "Fewest characters (Unicode code points) of a text" }),
    maxLength: length.meta({ description: "Most characters (Unicode code points) of a text" }),
    pattern: storableText.meta({
      description:
        "Regular expression in RE2 syntax that the whole text must match; at most 500 characters",
      example: "[A-Z]{2}[0-9]{4}",
    }),
    min: decimal.meta({ description: "Least number, an exact decimal" }),
    max: decimal.meta({ description: "Greatest number, an exact decimal" }),
    decimals: z.int().min(0).max(15).meta({ description: "Most decimals of a number" }),
    notBefore: day.meta({ description: "First day, or first moment of a datetime" }),
    notAfter: day.meta({ description: "Last day, or last moment of a datetime" }),
  })
  .partial();

const scalar = z.union([storableText, z.number(), z.boolean()]);

const color = z.enum(COLORS);

const probability = z
  .union([z.number(), z.string().max(50)])
  .meta({ description: "From 0 to 1; required for stages of deals, not allowed for others" });

/** Settings of a property that may change (specification §11). */
export const propertySettings = {
  label: label.meta({ example: "Contract number" }),
  type: z.enum(PROPERTY_TYPES).describe("Type of its values; never changes"),
  multi: flag("Whether it holds several values; never changes"),
  indexed: flag("Whether records can be looked up and sorted by it"),
  unique: flag("Whether two live records cannot have the same value"),
  closed: flag("Whether only the values of `options` are allowed; only of an enumeration"),
  options: z
    .array(
      z.strictObject({
        value: storableText.meta({
          description: "The value, 1 to 255 characters",
          example: "gold",
        }),
        label: storableText.meta({
          description: "Name for people, 1 to 255 characters",
          example: "Gold",
        }),
        color: color.nullable().optional().describe("Colour that people see it in; grey if absent"),
      }),
    )
    .max(1_000)
    .describe("All values of an enumeration, in order"),
  description: storableText.max(1_000).nullable().meta({
    description: "What it is for; null for none",
    example: "Number of the signed contract",
  }),
  rules: rules
    .nullable()
    .describe(
      "All rules of its values; null for none. Values from before stay until they are written",
    ),
  default: z
    .union([scalar, z.array(scalar).max(1_000).readonly()], {
      error: "A default is one value, or a list of values.",
    })
    .nullable()
    .meta({
      description:
        "What new records without a value get: one value, or a list if it holds several; null for nothing",
      example: "new",
    }),
  group: storableText.max(100).nullable().meta({
    description: "Heading above it on pages and in forms; null for none",
    example: "Contract",
  }),
};

const propertySets = z.array(z.array(z.string().max(64)).max(100)).max(100);

const names = z.array(z.string().max(64)).max(1_000);

/** How the admin app arranges the properties of a type. */
const layout = z.strictObject({
  properties: names
    .optional()
    .describe("Properties in their order on pages and in forms; the others follow"),
  groups: z
    .array(storableText.min(1).max(100))
    .max(1_000)
    .optional()
    .describe("Headings in their order; the others follow"),
  form: names
    .optional()
    .describe("Properties that a form shows at once; the others are below “More properties”"),
  header: names.optional().describe("Properties in the header of a record, at most 8"),
  hiddenIfEmpty: names
    .optional()
    .describe("Properties that a record's page hides while they have no value; all if absent"),
});

/** Settings of an object type that may change (specification §44). */
export const typeSettings = {
  label: label.meta({ example: "Listing" }),
  pluralLabel: storableText.meta({
    description: "Name of several for people, 1 to 255 characters",
    example: "Listings",
  }),
  description: storableText
    .max(1_000)
    .nullable()
    .meta({ description: "What it is for; null for none", example: "A home for sale" }),
  nameProperties: propertySets.meta({
    description:
      "Sets of properties whose values, joined by a space, name a record. The first set with a value is used",
    example: [["street"]],
  }),
  required: propertySets.meta({
    description: "Sets of properties. A record has a value of at least one property of each set",
    example: [["street"]],
  }),
  icon: z.string().meta({
    description: "Icon of the type in the admin app, by its name in Tabler Icons",
    example: "home",
  }),
  activity: z
    .strictObject({
      at: storableText.max(64).meta({
        description: "Datetime property: when it happened; the time of creation if it is not given",
        example: "visited_at",
      }),
      body: storableText.max(64).nullable().default(null).meta({
        description: "Property with the text that timelines show; null for none",
        example: "report",
      }),
    })
    .nullable()
    .meta({
      description:
        "Makes its records activities, which the timelines of associated records show at a time; null for no activities. Only of a type of the project's own",
    }),
  layout: layout.nullable().meta({
    description:
      "How the admin app arranges the properties; null for the usual way. What is left out is as usual",
    example: { form: ["street"], header: ["street"] },
  }),
};

/** Settings of a stage (specification §12). */
export const stageSettings = {
  label: label.meta({ example: "Signed" }),
  probability: probability.meta({ example: "0.9" }),
  closed: flag("Whether it ends the pipeline"),
  color: color
    .nullable()
    .describe(
      "Colour that people see it in; null for the one of its outcome, such as green for won",
    ),
};

/** A stage of a new pipeline. */
const newStage = z.strictObject({
  label: stageSettings.label.optional(),
  probability: probability.optional(),
  closed: stageSettings.closed.optional(),
  color: stageSettings.color.optional(),
});

/** Settings of a pipeline (specification §12). */
export const pipelineSettings = {
  label: label.meta({ example: "Renewals" }),
  isDefault: flag("Whether new records without a pipeline get this one"),
  stages: z
    .array(newStage)
    .min(1)
    .max(100)
    .describe("The stages of a new pipeline in order; one stage if absent"),
};
