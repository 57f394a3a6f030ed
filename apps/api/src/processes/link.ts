import type { Answers, Order, Question, Report } from "./messages.ts";

/** The connection of an API process to the primary process. */
export interface Link {
  /** Resolves when the report is sent. */
  report(report: Report): Promise<void>;
  ask<Of extends Question["of"]>(question: Extract<Question, { of: Of }>): Promise<Answers[Of]>;
}

/** @param onOrder receives all orders but answers */
export function openLink(onOrder: (order: Exclude<Order, { kind: "answer" }>) => void): Link {
  // Bounded by the requests under way, because each asks for one thing at a time.
  const asked = new Map<number, (answer: never) => void>();
  let last = 0;

  function report(one: Report): Promise<void> {
    return new Promise((resolve) => {
      // Without the primary process this process ends at once.
      if (process.connected) process.send?.(one, () => resolve());
      else resolve();
    });
  }
  process.on("message", (order: Order) => {
    if (order.kind !== "answer") return onOrder(order);
    asked.get(order.id)?.(order.answer as never);
    asked.delete(order.id);
  });
  return {
    report,
    ask: (question) =>
      new Promise((resolve) => {
        const id = ++last;
        asked.set(id, resolve);
        void report({ kind: "question", id, question });
      }),
  };
}
