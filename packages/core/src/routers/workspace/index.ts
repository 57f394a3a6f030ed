import { router } from "../trpc.ts";
import { companies } from "./companies.ts";
import { contacts } from "./contacts.ts";
import { deals } from "./deals.ts";
import { webhooks } from "./webhooks.ts";

/** The Workspace API (specification §4.2), served under /v1. */
export const workspaceRouter = router({ contacts, companies, deals, webhooks });
