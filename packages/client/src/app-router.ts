// Written out by the build, for this is the one type that is the server's.
export type { AppRouter } from "@rapport/core";
