import { type LimitState, type WindowLimit, windowLimit } from "@rapport/core";
import { type Leave, ownPlaces, type WindowOptions } from "@rapport/service/limits";
import type { Take } from "./messages.ts";

/** The limits that the primary process counts. */
export interface CountedLimits {
  /** Opens a window; does nothing if it is open. */
  open(name: string, options: WindowOptions): void;
  take(takes: readonly Take[]): readonly LimitState[];
  /** Takes a place for a process. @returns false if none is free */
  enter(processId: number, places: string, key: string, most: number): boolean;
  leave(processId: number, places: string, key: string): void;
  /** Gives back all places of a process that has ended. */
  leaveAll(processId: number): void;
}

export function countLimits(): CountedLimits {
  const windows = new Map<string, WindowLimit>(); // one for each name in the program
  const places = new Map<string, ReturnType<typeof ownPlaces>>();
  // Bounded by the places that processes have taken.
  const taken = new Map<number, Map<string, Leave[]>>();

  return {
    open(name, options) {
      if (!windows.has(name)) windows.set(name, windowLimit(options));
    },
    take: (takes) =>
      takes.map(([name, key, points]) => {
        const window = windows.get(name);
        if (window === undefined) throw new Error(`there is no window ${name}`);
        return window.consume(key, points);
      }),
    enter(processId, name, key, most) {
      const all = places.get(name) ?? ownPlaces(most);
      places.set(name, all);
      const leave = all.enter(key);
      if (leave === null) return false;
      const own = taken.get(processId) ?? new Map<string, Leave[]>();
      taken.set(processId, own);
      const id = limitId(name, key);
      own.set(id, [...(own.get(id) ?? []), leave]);
      return true;
    },
    leave(processId, name, key) {
      const own = taken.get(processId);
      const id = limitId(name, key);
      const [leave, ...others] = own?.get(id) ?? [];
      leave?.();
      if (others.length > 0) own?.set(id, others);
      else own?.delete(id);
    },
    leaveAll(processId) {
      for (const leaves of taken.get(processId)?.values() ?? []) {
        for (const leave of leaves) leave();
      }
      taken.delete(processId);
    },
  };
}

function limitId(name: string, key: string): string {
  return `${name} ${key}`;
}
