import type { Issue } from "../../errors.ts";
import type { ObjectSchema } from "../../object-schema.ts";
import { scalarText } from "../../scalar-text.ts";
import { unknownNameIssue } from "../../schema/property-names.ts";

/** Most records that one request merges into another. */
export const MAX_MERGED_RECORDS = 9;

export interface MergeInput {
  readonly primaryId: number;
  /** At most 9 ids. The primary record takes a value from the first of them that has one. */
  readonly mergeIds: readonly number[];
  /** Properties that take the value of one of the merged records in any case: its id by internal name. */
  readonly values?: Readonly<Record<string, number>> | undefined;
  /** The version of each record that an admin saw, by its id. */
  readonly versions?: Readonly<Record<string, number>> | undefined;
}

/** Lists the ids of a merge that are there twice. Accepts input of any shape. */
export function repeatedIdIssues(input: unknown): readonly Issue[] {
  const { primaryId, mergeIds } = (input ?? {}) as Readonly<Record<string, unknown>>;
  if (!Array.isArray(mergeIds)) return [];
  const ids = mergeIds.map(scalarText);
  return ids.flatMap((id, i) => {
    if (id === undefined) return [];
    const path = `mergeIds.${i}`;
    if (id === scalarText(primaryId)) {
      return [
        { path, code: "merge_with_itself", message: "A record cannot be merged with itself." },
      ];
    }
    return ids.indexOf(id) < i
      ? [
          {
            path,
            code: "merge_id_repeated",
            message: `The id ${id.slice(0, 20)} is given twice. Give each id once.`,
          },
        ]
      : [];
  });
}

/** Lists the faults of chosen values: of names that cannot be set, and of records that are not merged. */
export function chosenIssues(
  { mergeIds, values = {} }: MergeInput,
  { properties }: ObjectSchema,
): readonly Issue[] {
  return Object.entries(values).flatMap(([name, id]) => {
    const path = `values.${name}`;
    const definition = properties.get(name);
    if (definition === undefined) {
      return [unknownNameIssue(name, properties.keys(), path)];
    }
    if (definition.readOnly) {
      return [{ path, code: "property_read_only", message: `\`${name}\` cannot be set.` }];
    }
    const message = `The record ${id} is not one of \`mergeIds\`.`;
    return mergeIds.includes(id) ? [] : [{ path, code: "not_merged", message }];
  });
}
