export type ActivityKind = "note" | "task";

/** Returns whether records of a type can have notes, or tasks. A note has no notes, and a task has no tasks. */
export function hasActivity(type: string, kind: ActivityKind): boolean {
  return type !== kind && !(type === "note" && kind === "task");
}

/** What the side panel of the page shows: a new note or task, or the form of one. */
export interface ActivityForm {
  readonly kind: ActivityKind;
  /** `new`, or the id of the note or task. */
  readonly form: string;
}

/** Reads the form of a URL: `note`, `task`, or with an id `note-42`. */
export function activityForm(text: string | undefined): ActivityForm | undefined {
  const [, kind, id = "new"] = /^(note|task)(?:-([1-9]\d{0,14}))?$/.exec(text ?? "") ?? [];
  return kind === undefined ? undefined : { kind: kind as ActivityKind, form: id };
}
