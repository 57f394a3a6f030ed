import type { HubspotOperation } from "./operation.ts";

export const SEARCH: readonly HubspotOperation[] = [];
