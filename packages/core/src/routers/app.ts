import { adminRouter } from "./admin/index.ts";
import { publicRouter } from "./public/index.ts";
import { router } from "./trpc.ts";
import { workspaceRouter } from "./workspace/index.ts";

/** Every procedure there is: REST paths, internal clients and the admin app all call these. */
export const appRouter = router({
  public: publicRouter,
  workspace: workspaceRouter,
  admin: adminRouter,
});

export type AppRouter = typeof appRouter;
