// The build inlines this type, because the package is published without the server.
export type { AppRouter } from "@rapport/core/routers";
