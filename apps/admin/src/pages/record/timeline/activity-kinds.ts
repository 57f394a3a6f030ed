import { ACTIVITY_TYPES, type ActivityType } from "@rapport/model";

/** What the side panel of the page shows: a new activity, or the form of one. */
export interface ActivityForm {
  readonly kind: ActivityType;
  /** `new`, or the id of the activity. */
  readonly form: string;
}

/** Reads the form of a URL: `note`, `task` and so on, or with an id `note-42`. */
export function activityForm(text: string | undefined): ActivityForm | undefined {
  const [, name, id = "new"] = /^([a-z]+)(?:-([1-9]\d{0,14}))?$/.exec(text ?? "") ?? [];
  const kind = ACTIVITY_TYPES.find((one) => one === name);
  return kind === undefined ? undefined : { kind, form: id };
}
