/** State that the API thread passes to the health thread in shared memory. */
export class HealthState {
  readonly memory: SharedArrayBuffer;
  readonly #values: BigInt64Array;

  /** @param memory memory of the other thread's `HealthState`; new memory by default */
  constructor(memory = new SharedArrayBuffer(2 * BigInt64Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#values = new BigInt64Array(memory);
  }

  /** Records that the thread works. */
  beat(): void {
    // `hrtime` is the same clock in every thread; `performance.now()` starts at zero in each thread.
    Atomics.store(this.#values, BEAT, process.hrtime.bigint());
  }

  setReady(isReady: boolean): void {
    Atomics.store(this.#values, READY, isReady ? 1n : 0n);
  }

  get isReady(): boolean {
    return Atomics.load(this.#values, READY) === 1n;
  }

  /** Returns milliseconds since the last beat. */
  get silentFor(): number {
    return Number(process.hrtime.bigint() - Atomics.load(this.#values, BEAT)) / 1e6;
  }
}

const BEAT = 0;
const READY = 1;
