import { Progress as Bar, Text } from "@mantine/core";
import { typeNames } from "../../object-types.ts";
import { counted, formatBytes, formatMinute, formatNumber } from "../../ui/values/format.ts";
import { Mark } from "../../ui/values/mark.tsx";
import classes from "./exports.module.css";
import { type Export, exportMark, isOpen, wasErased } from "./states.ts";

/** The state of an export: how far it is, how large its file is, or why there is none. */
export function ExportProgress({ one }: { readonly one: Export }) {
  const { tone, text } = exportMark(one);
  const { rows, total } = one;
  const share = total?.relation === "eq" ? Math.min(rows / Math.max(total.value, 1), 1) : null;
  return (
    <div className={classes.state}>
      <Mark tone={tone}>{text}</Mark>
      <Text fz="sm" c="dimmed" className="tabular">
        {detailOf(one)}
      </Text>
      {isOpen(one) && share !== null && (
        <Bar
          value={share * 100}
          aria-label={`Export of ${typeNames(one.object).label.toLowerCase()}`}
        />
      )}
    </div>
  );
}

function detailOf(one: Export): string {
  const { state, object, rows, bytes, total, failure, expiresAt } = one;
  const names = typeNames(object).label.toLowerCase();
  const singular = typeNames(object).singular.toLowerCase();
  const records = counted(rows, singular, names);
  switch (state) {
    case "waiting":
      return "Starts when no other import or export of the project runs.";
    case "running":
      if (total === null) return records;
      return total.relation === "gte"
        ? `${formatNumber(rows)} of ${formatNumber(total.value)} or more ${names}`
        : `${formatNumber(rows)} of ${counted(total.value, singular, names)}`;
    case "done":
      return `${records}, ${formatBytes(bytes)}. Kept until ${expiresAt === null ? "it expires" : formatMinute(expiresAt)}.`;
    case "failed":
      return failure ?? "";
    case "cancelled":
      return "";
    case "expired":
      return wasErased(one)
        ? "The file was deleted, because a record was erased, or the database was restored or copied. Export the table again."
        : "The file was kept for 7 days. Export the table again.";
  }
}
