import { pickAllowed, withoutUndefined } from "../../search-values.ts";

/** Query parameters of the schema page: what it shows of an object type, and which side form is open. */
export interface SchemaSearch {
  readonly part?: "pipelines" | "layout" | "labels" | undefined;
  /** Part of a property's label or internal name. */
  readonly q?: string | undefined;
  readonly only?: "custom" | undefined;
  readonly add?: "type" | "property" | "pipeline" | "stage" | "label" | undefined;
  readonly edit?: "type" | undefined;
  /** Internal names of what the side form shows. */
  readonly property?: string | undefined;
  readonly pipeline?: string | undefined;
  readonly stage?: string | undefined;
  /** Key of a label of associations, and the type that it leads to. */
  readonly label?: string | undefined;
  readonly to?: string | undefined;
}

export function schemaSearch(search: Record<string, unknown>): SchemaSearch {
  return withoutUndefined({
    part: pickAllowed(["pipelines", "layout", "labels"], search.part),
    q: search.q === "" ? undefined : nameIn(search.q),
    only: pickAllowed(["custom"], search.only),
    add: pickAllowed(["type", "property", "pipeline", "stage", "label"], search.add),
    edit: pickAllowed(["type"], search.edit),
    property: nameIn(search.property),
    pipeline: nameIn(search.pipeline),
    stage: nameIn(search.stage),
    label: nameIn(search.label),
    to: nameIn(search.to),
  });
}

/** The router parses a name of digits only as a number. */
function nameIn(given: unknown): string | undefined {
  return given === undefined ? undefined : String(given);
}
