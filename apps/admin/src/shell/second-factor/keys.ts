import { api } from "../../api.ts";

/** What a change of the admin's own factors changes. */
export const FACTOR_KEYS = [
  api.access.secondFactor.pathKey(),
  api.access.passkeys.pathKey(),
  api.access.sessions.pathKey(),
  api.access.admins.list.pathKey(),
];
