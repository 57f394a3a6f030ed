/** Requests per turn of the event loop: enough to share a database commit and to make polling cheap. */
const MAX_REQUESTS = 64;
const MIN_REQUESTS = 16;
/** CPU time after which a turn counts as long. Wall-clock time would include other programs. */
const MAX_TURN_US = 10_000;

export interface TurnBudget {
  /** Returns how many more requests this turn may start. */
  left(): number;
  /** Takes one request from the budget of this turn. @returns false if nothing is left */
  take(): boolean;
  /** Calls back in the next turn of the event loop, with a new budget. */
  nextTurn(): void;
}

/** Limits the requests per turn of the event loop. Lowers the limit while turns are long. */
export function turnBudget(onTurn: () => void): TurnBudget {
  let size = MAX_REQUESTS;
  let left = MAX_REQUESTS;
  let began = 0;
  let isWanted = false;
  let isScheduled = false;

  function turn(): void {
    isScheduled = false;
    if (left < size) {
      const isLong = threadTime() - began > MAX_TURN_US;
      size = isLong ? Math.max(MIN_REQUESTS, size >> 1) : Math.min(MAX_REQUESTS, size + 4);
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
