import answers from "./answer-examples.json" with { type: "json" };

const ANSWERS: Readonly<Record<string, Readonly<Record<string, object>>>> = answers;

/**
 * An answer that the server has really given (test/operation/examples.test.ts).
 *
 * @returns its body; undefined when none of this status has been noted
 */
export function answerExample(operationId: string, status: number | string): object | undefined {
  return ANSWERS[operationId]?.[status];
}
