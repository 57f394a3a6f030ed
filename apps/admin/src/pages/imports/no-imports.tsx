import { IconFileImport } from "@tabler/icons-react";
import { useMay } from "../../session.ts";
import { Empty } from "../../ui/pages/empty.tsx";
import { NewImport } from "./new-import.tsx";

export function NoImports({ hasDrafts }: { readonly hasDrafts: boolean }) {
  const mayImport = useMay("admin");
  if (hasDrafts) return null;
  return (
    <Empty icon={IconFileImport} title="No imports yet" action={mayImport && <NewImport />}>
      Import a CSV file or cells of a spreadsheet. You see what would happen before anything
      changes.
    </Empty>
  );
}
