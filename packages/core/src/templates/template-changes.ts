import type { templates } from "@rapport/db";
import type { RemoteTemplate } from "./graph-answer.ts";
import type { UpdatedTemplate } from "./updated-template.ts";

interface Change {
  readonly id: number;
  readonly old_status: string;
  readonly status: string;
  readonly old_category: string;
  readonly category: string;
  readonly shown: UpdatedTemplate;
}

interface Match {
  readonly state: templates.TemplateState;
  readonly template: RemoteTemplate;
}

/** Statuses of the template that the platform sends, before those of the one that it does not. */
const LIVE = ["APPROVED", "PENDING"];

/**
 * Keeps one match per local template. The platform may list a name and language twice, also as `en_US` and `en-US`:
 * the live one counts. The order of the list does not matter, because it may change between syncs.
 */
export function liveMatches(matches: readonly Match[]): readonly Match[] {
  const kept = new Map<number, Match>();
  for (const match of matches) {
    const other = kept.get(match.state.id);
    if (other === undefined || isBefore(rankOf(match), rankOf(other))) {
      kept.set(match.state.id, match);
    }
  }
  return [...kept.values()];
}

function rankOf({ template: { status, category, language } }: Match): readonly string[] {
  const place = LIVE.indexOf(status ?? "");
  return [
    String(place === -1 ? LIVE.length : place),
    ...[status, category, language].map((text) => (text === null ? "1" : `0${text}`)),
  ];
}

function isBefore(one: readonly string[], other: readonly string[]): boolean {
  const i = one.findIndex((part, at) => part !== other[at]);
  return i !== -1 && (one[i] ?? "") < (other[i] ?? "");
}

export function isChanged(match: Match): boolean {
  const { old_status, status, old_category, category } = changeOf(match);
  return old_status !== status || old_category !== category;
}

/** Returns what a template becomes. A status or category that the platform does not name stays. */
export function changeOf({ state, template }: Match): Change {
  const { status, category } = {
    status: template.status ?? state.status,
    category: template.category ?? state.category,
  };
  return {
    id: state.id,
    old_status: state.status,
    status,
    old_category: state.category,
    category,
    shown: {
      template_name: template.name,
      language_code: template.language,
      old_status: state.status,
      new_status: status,
      old_category: state.category,
      new_category: category,
    },
  };
}

export function templateKey(name: string, language: string): string {
  return JSON.stringify([name, language]);
}
