import { lazy } from "react";

/** The dialog of the admin's own second factor, whose code is loaded when it opens first. */
export const SecondFactor = lazy(async () => ({
  default: (await import("./second-factor.tsx")).SecondFactor,
}));
