import { publicRouter } from "./public/index.ts";
import { router } from "./trpc.ts";

/** Every procedure there is: REST paths, internal clients and the admin app all call these. */
export const appRouter = router({ public: publicRouter });

export type AppRouter = typeof appRouter;
