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

export function isChanged({ state, template }: Match): boolean {
  return state.status !== template.status || state.category !== template.category;
}

export function changeOf({ state, template }: Match): Change {
  const { status, category } = template;
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

export function keyOf(name: string, language: string): string {
  return JSON.stringify([name, language]);
}
