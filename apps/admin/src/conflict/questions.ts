import type { Outputs } from "../api.ts";
import type { PropertyData } from "../property/property-types.ts";
import { createStore } from "../store.ts";

/** Identifies a record in procedures. */
export interface RecordKey {
  readonly projectId: number;
  readonly type: string;
  readonly id: number;
}

/** Asks which values to keep of properties that someone else changed too. */
export interface Question {
  readonly recordKey: RecordKey;
  /** The record as it is now. */
  readonly theirs: Outputs["records"]["read"];
  /** What the admin typed, or wants back, by internal name. */
  readonly mine: ReadonlyMap<string, PropertyData>;
  /** True if the admin undoes a change, so that theirs is newer than it. */
  readonly isUndo: boolean;
}

/** The names of the properties whose own value the admin keeps; null if the admin decided nothing. */
export type Answer = ReadonlySet<string> | null;

interface Asked extends Question {
  readonly answer: (answer: Answer) => void;
}

const waiting = createStore<readonly Asked[]>([]);

/** Shows the question in the dialog, after those that wait already, and returns its answer. */
export function ask(question: Question): Promise<Answer> {
  return new Promise((resolve) => {
    const asked: Asked = {
      ...question,
      answer: (answer) => {
        waiting.set(waiting.get().filter((one) => one !== asked));
        resolve(answer);
      },
    };
    waiting.set([...waiting.get(), asked]);
  });
}

/** Returns the question to show; undefined if there is none. */
export function useQuestion(): Asked | undefined {
  return waiting.use(([first]) => first);
}
