/** Requests handed on in one turn of the event loop: enough of them to share a commit, and to make polling cheap. */
const MOST = 64;
const LEAST = 16;
/** Processor time of a turn at most, in microseconds. Time on the clock would count what other programs took. */
const LONGEST_TURN = 10_000;

export interface TurnBudget {
  /** Requests that this turn may still do. */
  left(): number;
  /** Takes one request out of what this turn may still do. @returns false when nothing is left */
  take(): boolean;
  /** Calls back in the next turn of the event loop, with a new budget. */
  nextTurn(): void;
}

/** Bounds the requests per turn of the event loop: fewer while turns are long. */
export function turnBudget(onTurn: () => void): TurnBudget {
  let size = MOST;
  let left = MOST;
  let began = 0;
  let isWanted = false;
  let isScheduled = false;

  function turn(): void {
    isScheduled = false;
    if (left < size) {
      const isLong = threadTime() - began > LONGEST_TURN;
      size = isLong ? Math.max(LEAST, size >> 1) : Math.min(MOST, size + 4);
    }
    left = size;
    if (!isWanted) return;
    isWanted = false;
    onTurn();
  }

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(turn);
  }

  return {
    left: () => left,
    take() {
      if (left === 0) return false;
      if (left === size) began = threadTime();
      left--;
      schedule();
      return true;
    },
    nextTurn() {
      isWanted = true;
      schedule();
    },
  };
}

function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}
