import type { Selectable } from "kysely";
import type { AccessTables, AdminTables } from "./tables/access.ts";

import type { DuplicateTables } from "./tables/duplicates.ts";
import type { FeedTables } from "./tables/feed.ts";
import type { SumTables, UsageTables } from "./tables/insights.ts";
import type { ImportDraftTables, JobTables } from "./tables/jobs.ts";
import type { ProjectSchemaTables } from "./tables/project-schema.ts";
import type { RecordTables } from "./tables/records.ts";
import type { TemplateTables } from "./tables/templates.ts";
import type { TenancyTables } from "./tables/tenancy.ts";
import type { ReportTables, ViewTables } from "./tables/views.ts";

import type { WebhookTables } from "./tables/webhooks.ts";

export type { JobState } from "./tables/jobs.ts";
export type { PropertyChanges, StoredProperties, StoredValue } from "./tables/records.ts";
export type { DeliveryStatus, PayloadForm } from "./tables/webhooks.ts";

/** Every table by its name. */
export interface Schema
  extends TenancyTables,
    ProjectSchemaTables,
    AccessTables,
    AdminTables,
    RecordTables,
    DuplicateTables,
    FeedTables,
    JobTables,
    WebhookTables,
    TemplateTables,
    ImportDraftTables,
    UsageTables,
    ViewTables,
    ReportTables,
    SumTables {}

/** A row of a table, as statements return it. */
export type Row<Table extends keyof Schema> = Readonly<Selectable<Schema[Table]>>;
