import { expect, it } from "vitest";
import { valuesOfText } from "../src/records/form/form-fields.ts";

it.each([
  ["contact", "", {}],
  ["contact", " Ada King  Lovelace ", { firstname: "Ada", lastname: "King  Lovelace" }],
  ["contact", "Ada", { firstname: "Ada" }],
  ["contact", "ada@example.com", { email: "ada@example.com" }],
  ["contact", "+44 (20) 7946-0999", { phone: "+44 (20) 7946-0999" }],
  ["deal", "Engine No. 2", { name: "Engine No. 2" }],
  ["deal", "ada@example.com", { name: "ada@example.com" }],
  ["note", "Call back", { body: "Call back" }],
] as const)("reads a new %s from %j", (type, text, values) => {
  expect(valuesOfText(type, text)).toEqual(values);
});
