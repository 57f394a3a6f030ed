import { api } from "../../../api.ts";

/** What a change of a member changes. */
export const MEMBER_KEYS = [api.access.members.pathKey(), api.access.admins.list.pathKey()];
