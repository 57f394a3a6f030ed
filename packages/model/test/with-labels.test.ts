import { describe, expect, it } from "vitest";
import { withLabels } from "../src/definition.ts";

describe("a message about a record", () => {
  const properties = [{ name: "customer_no", label: "Customer number" }];

  it.each([
    ['Property "customer_no" must be a text.', "Property Customer number must be a text."],
    ["`customer_no` must be a text.", "Customer number must be a text."],
    [
      "Another contact (id 7) already has this customer_no.",
      "Another contact (id 7) already has this Customer number.",
    ],
    ["Another contact (id 7) already has this email.", undefined],
  ])("names properties by their labels: %s", (message, expected = message) => {
    expect(withLabels(message, properties)).toBe(expected.replace(/^Property /, ""));
  });
});
