import type { Day, DemoRecord } from "./demo-record.ts";

/** Returns notes about contacts, their companies and deals, and tasks of which a third is done. */
export function notesAndTasks(day: Day): readonly DemoRecord[] {
  return [
    ...Array.from({ length: 30 }, (_, i) => note(i, day)),
    ...Array.from({ length: 24 }, (_, i) => task(i, day)),
  ];
}

const NOTES = [
  "Called about the proofs. She prefers the second version and will tell the board on Monday.",
  "Met at the trade fair. Asked for prices of signage for three shops.\nSend the new brochure.",
  "The invoice goes to the head office from now on.",
  "Wants to see the packaging on recycled paper before deciding.",
  "Left a message. Mornings are best.",
  "Happy with the launch campaign. May be quoted on the website.",
];
const TASKS = [
  "Send the offer",
  "Call back about the proofs",
  "Book the photographer",
  "Order paper samples",
  "Ask for feedback",
  "Prepare the contract",
];
const PRIORITIES = ["high", "low", "medium", "urgent"];

function note(i: number, day: Day): DemoRecord {
  const contact = (i * 7) % 60;
  return {
    key: `note${i}`,
    type: "note",
    properties: { body: at(NOTES, i), occurred_at: day(-3 * i - 1, 9 + (i % 8)) },
    associatedWith: [`contact${contact}`, `company${contact % 24}`, `deal${contact % 40}`],
  };
}

function task(i: number, day: Day): DemoRecord {
  const isDone = i % 3 === 2;
  return {
    key: `task${i}`,
    type: "task",
    properties: {
      name: at(TASKS, i),
      due_at: day(i - 6, 16),
      priority: at(PRIORITIES, i),
      ...(isDone ? { status: "done", completed_at: day(Math.min(i - 7, -1), 15) } : {}),
    },
    associatedWith: [`contact${(i * 5) % 60}`, `deal${i}`],
  };
}

const at = <T>(list: readonly T[], i: number): T => list[i % list.length] as T;
