import type { IncomingMessage, ServerResponse } from "node:http";
import { Fifo } from "./fifo.ts";

/** A request that waits for its turn. */
export interface Waiting {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** When it arrived, as `performance.now()` counts. */
  readonly at: number;
  /** Memory that it takes, in bytes. */
  readonly bytes: number;
}

/** Requests of one kind: those under way, bounded in number, and those that wait, oldest first. */
export class Lane {
  readonly #waiting = new Fifo<Waiting>();
  readonly #most: number;
  #underWay = 0;
  #standingSince = 0;

  /** @param most requests under way at the same time */
  constructor(most: number) {
    this.#most = most;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  get underWay(): number {
    return this.#underWay;
  }

  get hasRoom(): boolean {
    return this.#underWay < this.#most;
  }

  /** When the queue was last empty. */
  get standingSince(): number {
    return this.#standingSince;
  }

  get oldest(): Waiting | undefined {
    return this.#waiting.peek();
  }

  enqueue(one: Waiting): void {
    if (this.#waiting.size === 0) this.#standingSince = one.at;
    this.#waiting.push(one);
  }

  dequeue(): Waiting | undefined {
    return this.#waiting.shift();
  }

  begin(): void {
    this.#underWay++;
  }

  end(): void {
    this.#underWay--;
  }
}
