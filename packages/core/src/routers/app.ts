import { adminRouter } from "./admin/index.ts";
import { publicRouter } from "./public/index.ts";
import { router } from "./trpc.ts";
import { workspaceRouter } from "./workspace/index.ts";

/** All procedures. REST paths, internal clients and the admin app call them. */
export const appRouter = router({
  public: publicRouter,
  workspace: workspaceRouter,
  admin: adminRouter,
});

export type AppRouter = typeof appRouter;
