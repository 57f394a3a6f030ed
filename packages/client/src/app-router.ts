// The build writes this type out, because it is the only one that comes from the server.
export type { AppRouter } from "@rapport/core";
