import answers from "./answer-examples.json" with { type: "json" };

const ANSWERS: Readonly<Record<string, Readonly<Record<string, object>>>> = answers;

/**
 * Returns the body of a real response, recorded by test/operation/examples.test.ts.
 *
 * @returns undefined if no response with this status was recorded
 */
export function answerExample(operationId: string, status: number | string): object | undefined {
  return ANSWERS[operationId]?.[status];
}
