import { LRUCache } from "lru-cache";
import type { Cached, Counted, FigureCache } from "../deps.ts";

/** Counting fewer rows takes well under 200 ms, so their figures are not cached. */
const MIN_CACHED_ROWS = 50_000;
const CACHE_TTL_MS = 30_000;

/**
 * Creates the cache of figures that are slow to count. It holds promises itself, because `fetchMethod` of lru-cache
 * would cache the figures of few rows too.
 */
export function figureCache(): FigureCache {
  const known = new LRUCache<string, Promise<Cached<unknown>>>({ max: 1_000, ttl: CACHE_TTL_MS });

  async function counted<T>(key: string, count: () => Promise<Counted<T>>): Promise<Cached<T>> {
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
    get<T>(key: string, count: () => Promise<Counted<T>>) {
      const cached = known.get(key) as Promise<Cached<T>> | undefined;
      if (cached !== undefined) return cached;
      const counting = counted(key, count);
      known.set(key, counting);
      return counting;
    },
  };
}
