import { getRouteApi } from "@tanstack/react-router";

export const route = getRouteApi("/signed-in/p/$projectId/reports/$report");
