import { LRUCache } from "lru-cache";
import type { Counted, FigureMemory, Taken } from "../deps.ts";

/** Counting fewer rows takes well under 200 ms, so their figures are not cached. */
const MIN_CACHED_ROWS = 50_000;
const CACHE_TTL_MS = 30_000;

/** Creates the cache of figures that are slow to count. */
export function figureMemory(): FigureMemory {
  const known = new LRUCache<string, Promise<Taken<unknown>>>({ max: 1_000, ttl: CACHE_TTL_MS });

  async function counted<T>(key: string, count: () => Promise<Counted<T>>): Promise<Taken<T>> {
    const asOf = new Date().toISOString();
    try {
      const { value, rows } = await count();
      if (rows < MIN_CACHED_ROWS) known.delete(key);
      return { value, asOf };
    } catch (error) {
      known.delete(key);
      throw error;
    }
  }

  return {
    take<T>(key: string, count: () => Promise<Counted<T>>) {
      const before = known.get(key) as Promise<Taken<T>> | undefined;
      if (before !== undefined) return before;
      const counting = counted(key, count);
      known.set(key, counting);
      return counting;
    },
  };
}
