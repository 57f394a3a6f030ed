import type { HubspotOperation } from "./operation.ts";

export const BATCHES: readonly HubspotOperation[] = [];
