/** A queue with amortized constant-time operations. */
export class Fifo<T> {
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
