import { dataOf } from "./answers.ts";
import { type List, listOf } from "./list.ts";
import type { Call } from "./operations.ts";
import { type PostOptions, post } from "./post.ts";
import type { Template, TemplateSyncResult } from "./template-types.ts";
import type { CallOptions } from "./transport.ts";

export interface TemplateFilter {
  readonly name?: string | undefined;
  readonly status?: string | undefined;
  readonly category?: string | undefined;
  readonly language?: string | undefined;
  /** Templates per page, from 1 to 200. */
  readonly limit?: number | undefined;
}

export interface Templates {
  /** Updates the status of the tenant's templates from the messaging platform. */
  sync(options?: PostOptions): Promise<TemplateSyncResult>;
  list(filter?: TemplateFilter, options?: CallOptions): List<Template>;
}

/** Creates the client of the tenant's message templates. */
export function templatesOf(call: Call): Templates {
  return {
    sync: (options) => post(call, "/templates/sync-status", undefined, options),
    list({ name, status, category, language, limit } = {}, options) {
      return listOf(async (cursor) => {
        const query = { name, status, category, language, limit, cursor };
        const answer = await call({ method: "GET", path: "/templates", query }, options);
        const page = dataOf<{ templates: Template[]; nextCursor: string | null }>(answer);
        return { items: page.templates, nextCursor: page.nextCursor };
      });
    },
  };
}
