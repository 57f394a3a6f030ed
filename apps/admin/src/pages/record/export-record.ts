import { api, type Outputs } from "../../api.ts";
import { useChange } from "../../ui/forms/use-change.ts";
import { saveFile } from "../../ui/save-file.ts";
import type { RecordKey } from "./record-model.ts";

type Exported = Outputs["records"]["export"];

/** Downloads everything that is kept about a record as one JSON file. */
export function useExportRecord({ type, id }: RecordKey) {
  return useChange(api.records.export.mutationOptions(), {
    onDone: (exported: Exported) => {
      const text = `${JSON.stringify(exported, null, 2)}\n`;
      saveFile(new Blob([text], { type: "application/json" }), `${type}-${id}.json`);
    },
    done: ({ truncated }: Exported) =>
      truncated.length === 0
        ? `${type}-${id}.json was downloaded.`
        : `${type}-${id}.json was downloaded. It has only the newest 1,000 of: ${truncated.join(", ")}.`,
  });
}
