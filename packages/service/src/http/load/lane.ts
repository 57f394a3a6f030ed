import type { IncomingMessage, ServerResponse } from "node:http";

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

/** A queue with amortized constant-time operations. */
class Fifo<T> {
  #items: (T | undefined)[] = [];
  #head = 0;

  get size(): number {
    return this.#items.length - this.#head;
  }

  push(item: T): void {
    this.#items.push(item);
  }

  peek(): T | undefined {
    return this.#items[this.#head];
  }

  shift(): T | undefined {
    const item = this.#items[this.#head];
    if (item === undefined) return undefined;
    // The array keeps nothing alive that was taken.
    this.#items[this.#head] = undefined;
    this.#head++;
    // Free the memory of the items already taken.
    if (this.#head > 1_024 || this.#head === this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return item;
  }
}
