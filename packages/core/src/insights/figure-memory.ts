import { LRUCache } from "lru-cache";
import type { Counted, FigureMemory, Taken } from "../deps.ts";

/** Fewer rows than this are counted in well under 200 ms: they are counted anew each time. */
const FEW = 50_000;
/** Milliseconds that other figures are remembered. */
const KEPT = 30_000;

/** Remembers the figures that take long to count. */
export function figureMemory(): FigureMemory {
  const known = new LRUCache<string, Promise<Taken<unknown>>>({ max: 1_000, ttl: KEPT });

  async function counted<T>(key: string, count: () => Promise<Counted<T>>): Promise<Taken<T>> {
    const asOf = new Date().toISOString();
    try {
      const { value, rows } = await count();
      if (rows < FEW) known.delete(key);
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
