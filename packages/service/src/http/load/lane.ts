import type { IncomingMessage, ServerResponse } from "node:http";
import { Fifo } from "./fifo.ts";

/** A request that is waiting to be served. */
export interface Waiting {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** When it arrived, in milliseconds of `performance.now()`. */
  readonly at: number;
  /** Its estimated memory, in bytes. */
  readonly bytes: number;
}

/** The requests of one kind: a limited number that run, and a queue of the others, oldest first. */
export class Lane {
  readonly #waiting = new Fifo<Waiting>();
  readonly #most: number;
  #underWay = 0;
  #standingSince = 0;

  /** @param most maximum number of running requests */
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

  /** When the queue last became non-empty, in milliseconds of `performance.now()`. */
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
