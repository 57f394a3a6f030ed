import { useQuery } from "@tanstack/react-query";
import { api } from "../../api.ts";
import { type ObjectType, TYPES } from "../../object-types.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { useChange } from "../../ui/use-change.ts";
import { InUse, isInUse } from "./in-use.tsx";
import { INVALIDATED_BY_SCHEMA, type Property } from "./use-schema-search.ts";

interface RemovePropertyProps {
  readonly type: ObjectType;
  /** Null while none is to be removed. */
  readonly property: Property | null;
  readonly onClose: () => void;
}

/** Removes a custom property once no record has a value of it, or says which records do. */
export function RemoveProperty({ type, property, onClose }: RemovePropertyProps) {
  const projectId = useProjectId();
  const name = property?.name ?? "";
  const label = property?.label ?? "";
  const usage = useQuery({
    ...api.schema.propertyUsage.queryOptions({ projectId, type, name }),
    enabled: property !== null,
    staleTime: 0,
    gcTime: 0,
  });
  const remove = useChange(api.schema.removeProperty.mutationOptions(), {
    invalidates: INVALIDATED_BY_SCHEMA,
    showsError: true,
    done: `${label} removed`,
    onDone: onClose,
  });
  const close = () => {
    remove.reset();
    onClose();
  };
  const isFree = usage.data !== undefined && !usage.isFetching && !isInUse(usage.data);
  const instead = (
    <Loaded query={usage}>
      {(found) => (
        <InUse
          type={type}
          usage={found}
          how={{ one: "has a value of it", many: "have a value of it" }}
          filters={property?.indexed ? [{ property: name, operator: "known" }] : []}
          remedy="Clear its value in them first"
        />
      )}
    </Loaded>
  );
  return (
    <Confirm
      opened={property !== null}
      onClose={close}
      title={isFree || usage.isLoading ? `Remove ${label}?` : `${label} is in use`}
      {...(isFree ? {} : { instead })}
      name={name}
      action="Remove property"
      change={remove}
      onConfirm={() => remove.mutate({ projectId, type, name })}
    >
      No {TYPES[type].singular.toLowerCase()} has a value of it. Programs that still send or ask for
      it will get 400. This cannot be undone.
    </Confirm>
  );
}
