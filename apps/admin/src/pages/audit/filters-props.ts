import type { AuditSearch } from "./search.ts";

export interface FiltersProps {
  readonly search: AuditSearch;
  readonly onChange: (change: AuditSearch) => void;
}
