import { Select } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { TYPE_KEYS, typeNames } from "../../object-types.ts";

/** Chooses the type of the deleted records that are shown. */
export function TypeFilter({ value }: { readonly value: string | undefined }) {
  const navigate = useNavigate({ from: "/p/$projectId/bin" });
  const choose = (type: string | null) =>
    void navigate({ search: type === null || type === "" ? {} : { type } });
  return (
    <Select
      aria-label="Type"
      w={200}
      allowDeselect={false}
      data={[
        { value: "", label: "All types" },
        ...TYPE_KEYS.map((type) => ({
          value: typeNames(type).plural,
          label: typeNames(type).label,
        })),
      ]}
      value={value ?? ""}
      onChange={choose}
    />
  );
}
