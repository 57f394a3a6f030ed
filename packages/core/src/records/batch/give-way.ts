import { setImmediate as nextTurn } from "node:timers/promises";

/** Inputs that take less than a millisecond. */
const FEW = 10;

/** Lets other requests be served between two pieces of work on some inputs of a batch, unless they are few. */
export async function giveWay(inputs: number): Promise<void> {
  if (inputs > FEW) await nextTurn();
}
