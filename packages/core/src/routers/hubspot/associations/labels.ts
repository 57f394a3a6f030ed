import { associationTypeNamed, associationTypes } from "../../../hubspot/association-types.ts";
import { freeKey } from "../../../hubspot/bring-labels.ts";
import { toKey } from "../../../hubspot/bring-types.ts";
import { hubspotTypeId } from "../../../hubspot/names.ts";
import type { ObjectSchema } from "../../../object-schema.ts";
import { listLabels } from "../../../records/associations/labels.ts";
import { invalid } from "../../../records/errors.ts";
import { operationsFor } from "../../app.ts";
import { type HubspotCall, type HubspotOperation, toMembers, toText } from "../operation.ts";
import { sidesInPath } from "./pairs.ts";

/** Labels at their numbered path and its dated forms, and at the one of newer versions of HubSpot's client. */
const PATHS = [
  { path: "/crm/v4/associations/{fromObjectType}/{toObjectType}/labels" },
  { path: "/crm/associations/v4/{fromObjectType}/{toObjectType}/labels", isOnlyNumbered: true },
] as const;

type Sides = readonly [ObjectSchema, ObjectSchema];

function pluralPair([object, other]: Sides) {
  return { plural: object.plural, toPlural: other.plural };
}

/** @param keys of the labels to show; everything that an association may say if undefined */
function shownTypes([object, other]: Sides, ...keys: readonly unknown[]): readonly object[] {
  return associationTypes(object, other)
    .filter(({ name }) => keys.length === 0 || keys.includes(name))
    .map(({ category, typeId, label }) => ({
      ...{ category, typeId, label },
      ...{ fromObjectTypeId: hubspotTypeId(object), toObjectTypeId: hubspotTypeId(other) },
    }));
}

/**
 * Returns the key of the label with the number. The operations know none with another number.
 *
 * @throws CrmError INVALID_INPUT if it is no number
 */
function keyFor(sides: Sides, typeId: unknown): string {
  const text = toText(typeId);
  if (text === undefined) {
    const message = "Give associationTypeId, the number of the label.";
    throw invalid([{ path: "associationTypeId", code: "required", message }]);
  }
  const found = associationTypeNamed(...sides, text);
  return found?.kind.label === undefined ? text : found.kind.type;
}

type Run = HubspotOperation["run"];

const list: Run = async (call) => {
  const sides = sidesInPath(call);
  await operationsFor(call).associationLabels.list(pluralPair(sides));
  return { status: 200, body: { results: shownTypes(sides) } };
};

/** HubSpot's name of a label becomes its key. What it says from the other side gets a key made from its text. */
const create: Run = async (call) => {
  const sides = sidesInPath(call);
  const { name, label, inverseLabel } = toMembers(call.body);
  const key = typeof name === "string" ? toKey(name) : name;
  const inverse = typeof inverseLabel === "string" && inverseLabel !== label ? inverseLabel : null;
  const taken = listLabels(sides).flatMap((one) => [one.key, one.inverseKey]);
  const inverseKey = inverse === null ? key : freeKey([...taken, toText(key) ?? ""], inverse);
  await operationsFor(call).associationLabels.create({
    ...{ ...pluralPair(sides), key, label, inverseKey },
    ...(inverse !== null && { inverseLabel: inverse }),
  });
  const [object, other] = await renewed(call);
  const results =
    object === other
      ? shownTypes([object, other], key, inverseKey)
      : [...shownTypes([object, other], key), ...shownTypes([other, object], inverseKey)];
  return { status: 200, body: { results } };
};

/** Returns the two types with the labels that they have now. */
async function renewed(call: HubspotCall): Promise<Sides> {
  const schema = await call.deps.schemas.renew(call.principal.projectId);
  return sidesInPath({ ...call, schema });
}

const update: Run = async (call) => {
  const sides = sidesInPath(call);
  const { associationTypeId, label, inverseLabel } = toMembers(call.body);
  await operationsFor(call).associationLabels.update({
    ...{ ...pluralPair(sides), key: keyFor(sides, associationTypeId) },
    ...(label !== undefined && { label }),
    ...(inverseLabel !== undefined && { inverseLabel }),
  });
  return { status: 204 };
};

const archive: Run = async (call) => {
  const sides = sidesInPath(call);
  const key = keyFor(sides, call.params.associationTypeId);
  await operationsFor(call).associationLabels.delete({ ...pluralPair(sides), key });
  return { status: 204 };
};

const WRITE = { scopes: ["crm.schemas.write"] } as const;

export const ASSOCIATION_LABELS: readonly HubspotOperation[] = PATHS.flatMap(
  ({ path, ...more }): readonly HubspotOperation[] => [
    { method: "GET", path, ...more, scopes: ["crm.schemas.read"], run: list },
    { method: "POST", path, ...more, ...WRITE, run: create },
    { method: "PUT", path, ...more, ...WRITE, run: update },
    { method: "DELETE", path: `${path}/{associationTypeId}`, ...more, ...WRITE, run: archive },
  ],
);
