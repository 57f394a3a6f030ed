import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import type { ObjectType } from "../objects/types.ts";
import type { Principal } from "../principal.ts";
import type { ObjectSchema } from "../schema/project-schema.ts";

/** Changes of the schema that one change of a record gives way to. */
const ATTEMPTS = 5;

/** The schema that a change was checked by is not the project's any more. */
export class SchemaChanged extends CrmError {
  constructor() {
    super("CONFLICT", "The schema was changed while the record was being written; try again.");
  }
}

/**
 * Changes a record by the project's schema as it is when the change is committed: what this process
 * remembers of the schema can be a moment old, and then the change is made anew.
 *
 * @param write checks and writes the change, in a transaction that ends with `recordHistory`
 * @throws CrmError CONFLICT when the schema is changed again and again, and whatever `write` throws
 */
export async function withCurrentSchema<T>(
  deps: Pick<Deps, "schemas">,
  principal: Principal,
  type: ObjectType,
  write: (schema: ObjectSchema) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const schema = (await deps.schemas.get(principal.projectId))[type];
    try {
      return await write(schema);
    } catch (error) {
      if (!(error instanceof SchemaChanged) || attempt === ATTEMPTS) throw error;
      deps.schemas.clear();
    }
  }
}
