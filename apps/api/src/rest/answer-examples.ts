import { OBJECT_TYPES } from "@rapport/core";
import answers from "./answer-examples.json" with { type: "json" };

const ANSWERS: Readonly<Record<string, Readonly<Record<string, object>>>> = answers;

const TYPED = new RegExp(
  `^public-(objects|${Object.values(OBJECT_TYPES)
    .map(({ plural }) => plural)
    .join("|")})-`,
);

/**
 * Returns the operation whose errors are the examples of the same operation of every object type. They differ in names
 * only, and are components that all types share.
 */
export function errorExampleOf(operationId: string): string {
  return operationId.replace(TYPED, "public-contacts-");
}

/**
 * Returns the body of a real response, recorded by test/operation/examples.test.ts.
 *
 * @returns undefined if no response with this status was recorded
 */
export function answerExample(operationId: string, status: number | string): object | undefined {
  return ANSWERS[operationId]?.[status];
}
