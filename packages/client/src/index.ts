export type { AppRouter } from "@rapport/core";
