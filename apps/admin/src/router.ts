import type { AppRouter } from "@rapport/core";

/** The procedures that the pages call: types alone, nothing of the server comes into the browser. */
export type Router = AppRouter;
