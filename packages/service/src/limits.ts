import { type LimitState, windowLimit } from "@rapport/core";

/** A limit that counts per key in fixed windows. */
export interface Window {
  /** Takes points from a key's window: all of them or none. @param points 1 if not given */
  consume(key: string, points?: number): LimitState | Promise<LimitState>;
}

/** A limit on what is open at the same time, per key. */
export interface Places {
  /**
   * Takes a place.
   *
   * @returns the function that gives it back, or null if the key has no free place
   */
  enter(key: string): Leave | null | Promise<Leave | null>;
}

export type Leave = () => void;

export type WindowOptions = Parameters<typeof windowLimit>[0];

/** Opens limits. Each has a name, under which all API processes of this program share it. */
export interface Limits {
  window(name: string, options: WindowOptions): Window;
  /** @param most places of a key */
  places(name: string, most: number): Places;
}

/** The limits of a program that has one process. */
export const OWN_LIMITS: Limits = {
  window: (_name, options) => windowLimit(options),
  places: (_name, most) => ownPlaces(most),
};

/** Creates a limit on what this process has open. */
export function ownPlaces(most: number): { enter(key: string): Leave | null } {
  const open = new Map<string, number>(); // at most one entry per taken place

  return {
    enter(key) {
      const own = open.get(key) ?? 0;
      if (own >= most) return null;
      open.set(key, own + 1);
      return () => {
        const left = (open.get(key) ?? 1) - 1;
        if (left === 0) open.delete(key);
        else open.set(key, left);
      };
    },
  };
}
