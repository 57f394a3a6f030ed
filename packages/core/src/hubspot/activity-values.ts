import type { HubspotObject } from "./answers.ts";
import { textOfHtml } from "./text-of-html.ts";

type Values = HubspotObject["properties"];

/** Returns the values of an object of HubSpot; those of notes and tasks in the forms that Rapport has. */
export function valuesOf(type: string, values: Values): Values {
  if (type === "note") return { ...values, hs_note_body: plain(values.hs_note_body) };
  if (type !== "task") return values;
  const isDone = values.hs_task_status === "COMPLETED";
  return {
    ...values,
    hs_task_body: plain(values.hs_task_body),
    hs_task_status: isDone ? "done" : "open",
    hs_task_completion_date: isDone ? (values.hs_task_completion_date ?? null) : null,
    hs_task_priority: values.hs_task_priority === "NONE" ? null : (values.hs_task_priority ?? null),
  };
}

function plain(html: string | null | undefined): string | null {
  return html ? textOfHtml(html) : null;
}
