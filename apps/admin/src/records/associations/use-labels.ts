import { useQuery } from "@tanstack/react-query";
import { api, type Outputs } from "../../api.ts";
import type { RecordKey } from "../record-model.ts";

export type Label = Outputs["schema"]["associationLabels"][number];

/** Returns the labels that associations of a record with a type may have. */
export function useLabels({ projectId, type }: RecordKey, other: string): readonly Label[] {
  const { data = [] } = useQuery(
    api.schema.associationLabels.queryOptions({ projectId, type }, { staleTime: 60_000 }),
  );
  return data.filter(({ toType }) => toType === other);
}
