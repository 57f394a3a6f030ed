import { OBJECT_TYPES, type ObjectTypeDefinition } from "@rapport/model";
import { z } from "zod";
import type { Meta } from "../context.ts";
import { type ObjectContext, reading } from "../reading.ts";
import { type Exchange, OBJECT_PARAM, scopedProcedure, withObject } from "../scoped-procedures.ts";

/**
 * Names, paths and texts under which the operations on records are published. Each built-in type has a front. One more front
 * (`ANY_TYPE`) takes the type from the request.
 */
export type Front = Pick<
  ObjectTypeDefinition,
  | ("name" | "plural" | "idParam" | "title" | "pluralTitle" | "article")
  | ("createFields" | "examples" | "properties")
>;

/** The front of all types: the input has the plural of the type in `object`. */
export const ANY_TYPE = {
  name: "record",
  plural: OBJECT_PARAM,
  idParam: "id",
  title: "Record",
  pluralTitle: "Records",
  article: "a",
  createFields: [],
  examples: OBJECT_TYPES.contact.examples,
  properties: OBJECT_TYPES.contact.properties,
} as const satisfies Front;

/** The fronts of the built-in types, by plural. */
export const FRONTS = Object.fromEntries(
  Object.values(OBJECT_TYPES).map((type) => [type.plural, type]),
) as unknown as {
  readonly [T in (typeof OBJECT_TYPES)[keyof typeof OBJECT_TYPES] as T["plural"]]: T;
};

/** What an operation on records says of itself. */
export interface ObjectOperation
  extends Omit<Meta, "openapi" | "scope" | "orScopes" | "alsoNeeds"> {
  /** What the credential may do with records of the type; all of it, if there is more than one. */
  readonly access: Access | readonly [Access, ...Access[]];
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly errors?: Meta["errors"];
  /** Path after the plural of the type. `{id}` in it is the id of the record. */
  readonly path: string;
  /** Path before the plural of the type; that of the Public Object API if omitted. */
  readonly below?: `/${string}`;
  readonly summary: string;
  readonly description: string;
}

type Access = "read" | "write" | "delete" | "erase";

/**
 * Builds a procedure on records of one type. `ctx.object` is that type in the caller's project.
 */
export function objectProcedure<Input extends z.ZodType, Output extends z.ZodType>(
  front: Front,
  operation: ObjectOperation & Exchange<Input, Output, ObjectContext>,
) {
  const { access, method, path, below, summary, description, errors = [], ...others } = operation;
  const { requires = [], input, check, output, ...meta } = others;
  const isAny = front.plural === OBJECT_PARAM;
  const [scope, ...alsoNeeds] = [access].flat().map((one) => objectScope(front, one)) as [string];
  const procedure = scopedProcedure(scope, ...alsoNeeds)
    .meta({
      scope,
      ...(alsoNeeds.length > 0 && { alsoNeeds }),
      ...meta,
      // The type that the path names may be unknown.
      errors: isAny ? [404, ...errors] : errors,
      openapi: {
        method,
        path: `${below ?? "/api/crm/objects"}/${front.plural}${path.replace("{id}", `{${front.idParam}}`)}`,
        tags: [front.title],
        summary,
        description,
        protect: true,
      },
    })
    .use(withObject(front));
  return requires
    .reduce((built, one) => built.use(one) as typeof built, procedure)
    .concat(reading(input, check, operation))
    .output(output);
}

/** Returns the schema of the input of an operation, in which the front of every type has `object` too. */
export function frontInput<F extends Front, Shape extends z.core.$ZodLooseShape>(
  front: F,
  schema: z.ZodObject<Shape, z.core.$strict>,
) {
  const named = front.plural === OBJECT_PARAM ? schema.extend({ object }) : schema;
  return named as z.ZodObject<Shape & ObjectParam<F>, z.core.$strict>;
}

type ObjectParam<F extends Front> = F["plural"] extends typeof OBJECT_PARAM
  ? { readonly object: typeof object }
  : unknown;

const object = z.string().meta({ description: "Object type, in the plural", example: "contacts" });

/** Returns the name of a type as messages begin with it: `Contact`. */
export function typeTitle({ name }: { readonly name: string }): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll("_", " ")}`;
}

/** Returns the plural of a type as messages begin with it: `Contacts`. */
export function capitalizedPlural({ plural }: { readonly plural: string }): string {
  return typeTitle({ name: plural });
}

/** Returns the scope that lets a credential do something with records of a type. */
export function objectScope({ plural }: { readonly plural: string }, access: Access): string {
  return `crm.${plural}.${access}`;
}
