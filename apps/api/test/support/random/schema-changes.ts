import fc from "fast-check";
import type { RandomRequest } from "./request-parts.ts";
import { SPARE } from "./values.ts";

/** Changes of properties, pipelines and stages, and reads of them. */
const someProperty = fc.oneof(
  fc.tuple(
    fc.constant("contacts"),
    fc.constantFrom("code", "tier", "city", "keys", "email", ...SPARE),
  ),
  fc.tuple(fc.constant("deals"), fc.constantFrom("number", "name", "currency", ...SPARE)),
);
const flags = {
  indexed: fc.boolean(),
  unique: fc.boolean(),
  label: fc.constantFrom("A label", "Code", ""),
  description: fc.constantFrom("Text", null),
};
const options = fc
  .subarray(["gold", "tin", "lead"], { minLength: 1 })
  .map((values) => values.map((value) => ({ value, label: value })));

const newProperty = fc.record(
  {
    internal_name: fc.constantFrom(...SPARE, "code", "Bad name"),
    ...flags,
    label: fc.constantFrom("Spare", "Extra"),
    type: fc.constantFrom("string", "number", "date", "boolean"),
    multi: fc.boolean(),
  },
  { requiredKeys: ["internal_name", "label", "type"] },
);
const changedProperty = fc.record(
  { ...flags, closed: fc.boolean(), options },
  { requiredKeys: [] },
);

const stageSettings = fc.record(
  {
    label: fc.constantFrom("Signed", "Done"),
    probability: fc.constantFrom("0.5", 0.25, 1),
    closed: fc.boolean(),
  },
  { requiredKeys: ["label", "probability"] },
);
const newPipeline = fc.record(
  {
    label: fc.constantFrom("Renewals", "Sales pipeline"),
    isDefault: fc.boolean(),
    stages: fc.array(stageSettings, { minLength: 1, maxLength: 3 }),
  },
  { requiredKeys: ["label"] },
);
const somePipeline = fc.constantFrom("default", "renewals", "nothing");
const someStage = fc.constantFrom("new", "signed", "done", "won", "closed");

const request = (method: string, path: string, json?: object): RandomRequest => ({
  ...{ method, path: `/api/crm/${path}` },
  ...(json !== undefined && { json }),
});

/** Changes of the schema, and reads of it. */
export const schemaChange: fc.Arbitrary<RandomRequest> = fc
  .record({
    some: someProperty,
    plural: fc.constantFrom("deals", "deals", "tickets", "contacts"),
    pipeline: somePipeline,
    stage: someStage,
    newProperty,
    changedProperty,
    newPipeline,
    stageSettings,
    which: fc.nat({ max: 13 }),
  })
  .map((given) => {
    const {
      some: [owner, property],
      plural,
      pipeline,
      stage,
      stageSettings,
      newProperty,
      which,
    } = given;
    const properties = `properties/${owner}`;
    const pipelines = `pipelines/${plural}`;
    const one = `${pipelines}/${pipeline}`;
    const requests = [
      () => request("POST", properties, newProperty),
      () => request("POST", properties, newProperty),
      () => request("PATCH", `${properties}/${property}`, given.changedProperty),
      () => request("PATCH", `${properties}/${property}`, given.changedProperty),
      () => request("DELETE", `${properties}/${property}`),
      () => request("GET", properties),
      () => request("POST", pipelines, given.newPipeline),
      () => request("PATCH", one, { label: given.newPipeline.label }),
      () => request("DELETE", one),
      () => request("POST", `${one}/stages`, stageSettings),
      () => request("PATCH", `${one}/stages/${stage}`, stageSettings),
      () => request("DELETE", `${one}/stages/${stage}`),
      () => request("GET", pipelines),
      () => request("PUT", pipelines, { order: ["renewals", "default"] }),
    ];
    return (requests[which] as () => RandomRequest)();
  });
