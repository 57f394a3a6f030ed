import { useQuery } from "@tanstack/react-query";
import { api } from "../../api.ts";
import { typeNames } from "../../object-types.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { useChange } from "../../ui/forms/use-change.ts";
import { RemoveUnused, usageOptions } from "./remove-unused.tsx";
import { INVALIDATED_BY_SCHEMA, type Property } from "./use-schema-search.ts";

interface RemovePropertyProps {
  readonly type: string;
  /** The property to remove; null closes the dialog. */
  readonly property: Property | null;
  readonly onClose: () => void;
}

/** Asks before a custom property is removed. */
export function RemoveProperty({ type, property, onClose }: RemovePropertyProps) {
  const projectId = useProjectId();
  const { name = "", label = "" } = property ?? {};
  const usage = useQuery({
    ...api.schema.propertyUsage.queryOptions({ projectId, type, name }),
    ...usageOptions(property !== null),
  });
  const remove = useChange(api.schema.removeProperty.mutationOptions(), {
    invalidates: INVALIDATED_BY_SCHEMA,
    showsError: true,
    done: `${label} removed`,
    onDone: onClose,
  });
  return (
    <RemoveUnused
      opened={property !== null}
      {...{ type, label, name, usage, onClose }}
      action="Remove property"
      how={{ one: "has a value for it", many: "have a value for it" }}
      filters={property?.indexed ? [{ property: name, operator: "known" }] : []}
      remedy="First clear its value in these records"
      change={remove}
      onConfirm={() => remove.mutate({ projectId, type, name })}
    >
      No {typeNames(type).singular.toLowerCase()} has a value for it. Programs that still use it
      will get 400. This cannot be undone.
    </RemoveUnused>
  );
}
