import { useNavigate, useSearch } from "@tanstack/react-router";
import type { Inputs, Outputs } from "../../api.ts";
import type { SchemaSearch } from "./search.ts";

export type Property = Outputs["schema"]["read"]["properties"][number];
export type Pipeline = Outputs["schema"]["read"]["pipelines"][number];
export type AssociationLabel = Outputs["schema"]["associationLabels"][number];
export type Stage = Pipeline["stages"][number];
export type Settings = Inputs["schema"]["saveProperty"]["settings"];
export type Usage = Outputs["schema"]["propertyUsage"];

/** Returns the query parameters of the schema page and functions to change them. */
export function useSchemaSearch() {
  const search = useSearch({ from: "/signed-in/p/$projectId/schema/$plural" });
  const navigate = useNavigate({ from: "/p/$projectId/schema/$plural" });
  const go = (change: Partial<Record<keyof SchemaSearch, unknown>>, replace = false) =>
    void navigate({
      search: (before) => ({ ...before, ...change }) as SchemaSearch,
      replace,
      resetScroll: false,
    });
  return { search, go, closeForm: () => go(FORM_CLOSED) };
}

const FORM_CLOSED = {
  add: undefined,
  property: undefined,
  pipeline: undefined,
  stage: undefined,
  label: undefined,
  to: undefined,
};

/** Explains the label of a stage or pipeline. @param key its internal name; undefined for a new one */
export function labelHelp(key: string | undefined): string {
  return key === undefined
    ? "What admins see. The internal name is made from it and does not change later."
    : `What admins see. The internal name ${key} does not change.`;
}
