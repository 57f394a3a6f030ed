import fc from "fast-check";
import { someRecordText } from "./references.ts";
import type { RandomRequest } from "./request-parts.ts";
import { anything } from "./values.ts";

const email = fc.constantFrom("a@x.test", "A@x.test", "b@x.test", "nobody");
const text = fc.constantFrom("Ada", "Éclair", "\u{1F600}", "Bath");
const headers = fc.constantFrom({}, {}, {}, { "idempotency-key": "a" }, { "idempotency-key": "b" });

const contact = fc.record(
  { email, firstName: text, lastName: text, lifecycleStage: fc.constantFrom("lead", "other") },
  { requiredKeys: ["email"] },
);
const company = fc.record({ name: text, domain: text, phone: text }, { requiredKeys: ["name"] });
const amount = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(0, 1, 1250.5, 0.1) },
  { weight: 1, arbitrary: anything },
);
const deal = fc.record(
  {
    name: text,
    amount,
    currency: fc.constantFrom("EUR", "GBP"),
    stage: fc.constantFrom("new", "won", "nowhere"),
    companyId: someRecordText("company"),
    companyIds: fc.array(someRecordText("company"), { maxLength: 2 }),
  },
  { requiredKeys: ["name", "amount", "currency"] },
);

const RESOURCES = [
  { type: "contact", plural: "contacts", body: contact, filters: ["email=a@x.test", "email="] },
  { type: "company", plural: "companies", body: company, filters: ["domain=Ada", "name=Ada"] },
  { type: "deal", plural: "deals", body: deal, filters: ["stage=won", "companyId=$company:1"] },
] as const;

/** Requests of the Workspace API. */
export const workspaceRequest: fc.Arbitrary<RandomRequest> = fc
  .constantFrom(...RESOURCES)
  .chain(({ type, plural, body, filters }) => {
    const json = body as fc.Arbitrary<object>;
    const one = someRecordText(type).map((id) => `/v1/${plural}/${id}`);
    const list = fc
      .tuple(fc.constantFrom("1", "50"), fc.constantFrom("x=1", "", "", ...filters))
      .map(([limit, filter]) => `/v1/${plural}?limit=${limit}${filter && `&${filter}`}`);
    const request = (method: string, path: fc.Arbitrary<string>, rest: object = {}) =>
      fc.record({ method: fc.constant(method), path, as: fc.constant("key"), ...rest });
    return fc.oneof(
      request("POST", fc.constant(`/v1/${plural}`), { json, headers }),
      request("POST", fc.constant("/v1/contacts/upsert"), { json: contact, headers }),
      request("GET", one),
      request("GET", list),
      request("PATCH", one, { json }),
      request("DELETE", one),
    ) as fc.Arbitrary<RandomRequest>;
  });
