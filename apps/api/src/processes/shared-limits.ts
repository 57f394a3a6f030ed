import { type LimitState, windowLimit } from "@rapport/core";
import type { Limits, Window } from "../limits.ts";
import type { Link } from "./link.ts";
import type { Take } from "./messages.ts";

/** Milliseconds to wait for the primary process. After that, a process counts on its own. */
const ANSWER_LIMIT_MS = 1_000;

interface Asked {
  readonly take: Take;
  resolve(state: LimitState): void;
}

/**
 * Limits that the primary process counts for all API processes, so they are exact. The requests of one turn of the
 * event loop are asked about together: under load a request costs a few bytes of a message.
 */
export function sharedLimits(link: Link): Limits {
  let asked: Asked[] = [];

  function ask(one: Asked): void {
    if (asked.length === 0) setImmediate(send);
    asked.push(one);
  }

  function send(): void {
    const all = asked;
    asked = [];
    const takes = all.map(({ take }) => take);
    void link.ask<"points">({ of: "points", takes }).then((states) => {
      for (const [i, one] of all.entries()) one.resolve(states[i] as LimitState);
    });
  }

  return {
    window(name, options): Window {
      void link.report({ kind: "window", name, options });
      const own = windowLimit(options);
      return {
        consume: (key, points = 1) =>
          new Promise((resolve) => {
            const countAlone = () => resolve(own.consume(key, points));
            const timer = setTimeout(countAlone, ANSWER_LIMIT_MS);
            ask({
              take: [name, key, points],
              resolve: (state) => {
                clearTimeout(timer);
                resolve(state);
              },
            });
          }),
      };
    },
    places: (places, most) => ({
      async enter(key) {
        const isFree = await link.ask<"place">({ of: "place", places, key, most });
        return isFree ? () => void link.report({ kind: "placeLeft", places, key }) : null;
      },
    }),
  };
}
