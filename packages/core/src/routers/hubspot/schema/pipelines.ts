import { listLog } from "../../../audit/log.ts";
import { CrmError, quoted } from "../../../errors.ts";
import { decimalOfNumber } from "../../../formats.ts";
import type { ObjectSchema } from "../../../object-schema.ts";
import type { PipelineView, StageView } from "../../../schema/views.ts";
import { operationsFor } from "../../app.ts";
import {
  type HubspotCall,
  type HubspotOperation,
  type Members,
  objectInPath,
  toMembers,
  toText,
} from "../operation.ts";

const PATH = "/crm/v3/pipelines/{objectType}";
const ONE = `${PATH}/{pipelineId}` as const;
const STAGES = `${ONE}/stages` as const;
const ONE_STAGE = `${STAGES}/{stageId}` as const;

/** Pipelines and stages have no times here. HubSpot gives this one for those that an account has from the start. */
const TIMES = { createdAt: "1970-01-01T00:00:00.000Z", updatedAt: "1970-01-01T00:00:00.000Z" };

function shownPipeline({ key, label, stages }: PipelineView, displayOrder: number): object {
  return {
    id: key,
    label,
    displayOrder,
    stages: stages.map(shownStage),
    archived: false,
    ...TIMES,
  };
}

/** HubSpot's metadata are texts. Stages of deals have a probability, those of tickets a state. */
function shownStage({ key, label, probability, closed }: StageView, displayOrder: number): object {
  const isClosed = toText(closed);
  const metadata =
    probability === null
      ? { ticketState: closed ? "CLOSED" : "OPEN", isClosed }
      : { probability, isClosed };
  const writePermissions = "CRM_PERMISSIONS_ENFORCEMENT";
  return { id: key, label, displayOrder, metadata, writePermissions, archived: false, ...TIMES };
}

function operationsOn(call: HubspotCall) {
  return operationsFor(call).pipelines;
}

function listed(call: HubspotCall): Promise<readonly PipelineView[]> {
  const { plural } = objectInPath(call);
  return operationsOn(call)
    .list({ plural })
    .then(({ data }) => data.results);
}

/** Returns the pipeline with a key as it is now, in HubSpot's form. @throws CrmError NOT_FOUND */
async function pipelineAt(call: HubspotCall, key: string): Promise<object> {
  const all = await listed(call);
  const at = all.findIndex((one) => one.key === key);
  return shownPipeline(all[at] ?? (await pipelineInPath(call)), at);
}

/** Returns the pipeline that the path names. @throws CrmError NOT_FOUND */
async function pipelineInPath(call: HubspotCall): Promise<PipelineView> {
  const { pipelineId: key = "" } = call.params;
  return (await operationsOn(call).read({ plural: objectInPath(call).plural, key })).data;
}

/** Returns a stage of the path's pipeline as it is now, in HubSpot's form. @throws CrmError NOT_FOUND */
async function stageAt(call: HubspotCall, key: string): Promise<object> {
  const { stages } = await pipelineInPath(call);
  const at = stages.findIndex((one) => one.key === key);
  const stage = stages[at];
  if (stage !== undefined) return shownStage(stage, at);
  throw new CrmError("NOT_FOUND", `The pipeline has no stage ${quoted(key)}.`);
}

/** Returns a stage that a request describes; a stage of a type with probabilities has one of HubSpot's if none is given. */
function ourStage({ hasProbability }: ObjectSchema, given: Members): Members {
  const { label } = given;
  const { probability, isClosed, ticketState } = toMembers(given.metadata);
  const number = Number(toText(probability));
  const isEnd = hasProbability && probability !== undefined && (number === 0 || number === 1);
  const isGiven = isClosed !== undefined || ticketState !== undefined || isEnd;
  const closed = toText(isClosed) === "true" || ticketState === "CLOSED" || isEnd;
  return {
    ...(label !== undefined && { label }),
    ...(hasProbability &&
      // HubSpot writes `1.0`. A text that is no number stays for the operation.
      probability !== undefined && { probability: decimalOfNumber(number) ?? probability }),
    ...(isGiven && { closed }),
  };
}

/** Returns parts in the order of their `displayOrder`; those without one are last. */
function inOrder(given: unknown): readonly Members[] {
  if (!Array.isArray(given)) return [];
  const place = ({ displayOrder: at }: Members) =>
    typeof at === "number" && at >= 0 ? at : Number.MAX_SAFE_INTEGER;
  return given.map(toMembers).toSorted((a, b) => place(a) - place(b));
}

/** Returns keys in their order after one got another place; undefined if the order stays. */
function moved(keys: readonly string[], key: string, to: unknown): string[] | undefined {
  if (typeof to !== "number" || keys.indexOf(key) === to) return undefined;
  const others = keys.filter((one) => one !== key);
  const order = to < 0 ? [...others, key] : others.toSpliced(to, 0, key);
  return order.join() === keys.join() ? undefined : order;
}

async function placePipeline(call: HubspotCall, key: string, to: unknown): Promise<void> {
  const order = moved(
    (await listed(call)).map((one) => one.key),
    key,
    to,
  );
  const { plural } = objectInPath(call);
  if (order !== undefined) await operationsOn(call).order({ plural, order });
}

async function placeStage(call: HubspotCall, stage: string, to: unknown): Promise<void> {
  const { key, stages } = await pipelineInPath(call);
  const order = moved(
    stages.map((one) => one.key),
    stage,
    to,
  );
  const { plural } = objectInPath(call);
  if (order !== undefined) await operationsOn(call).stages.order({ plural, key, order });
}

const list: HubspotOperation = {
  method: "GET",
  path: PATH,
  scopes: ["crm.schemas.read"],
  run: async (call) => ({
    status: 200,
    body: { results: (await listed(call)).map(shownPipeline) },
  }),
};

const read: HubspotOperation = {
  method: "GET",
  path: ONE,
  scopes: ["crm.schemas.read"],
  run: async (call) => ({
    status: 200,
    body: await pipelineAt(call, (await pipelineInPath(call)).key),
  }),
};

const create: HubspotOperation = {
  method: "POST",
  path: PATH,
  scopes: ["crm.schemas.write"],
  async run(call) {
    const object = objectInPath(call);
    const { label, displayOrder, stages } = toMembers(call.body);
    const { data } = await operationsOn(call).create({
      ...{ plural: object.plural, label },
      ...(Array.isArray(stages) && { stages: inOrder(stages).map((one) => ourStage(object, one)) }),
    });
    await placePipeline(call, data.key, displayOrder);
    return { status: 201, body: await pipelineAt(call, data.key) };
  },
};

async function changePipeline(call: HubspotCall): Promise<string> {
  const { label, displayOrder } = toMembers(call.body);
  const { key } = await pipelineInPath(call);
  if (label !== undefined) {
    await operationsOn(call).update({ plural: objectInPath(call).plural, key, label });
  }
  await placePipeline(call, key, displayOrder);
  return key;
}

const update: HubspotOperation = {
  method: "PATCH",
  path: ONE,
  scopes: ["crm.schemas.write"],
  run: async (call) => ({ status: 200, body: await pipelineAt(call, await changePipeline(call)) }),
};

/** Changes a pipeline, and its stages to those that are given: by their ids, or else by their labels. */
const replace: HubspotOperation = {
  method: "PUT",
  path: ONE,
  scopes: ["crm.schemas.write"],
  async run(call) {
    const object = objectInPath(call);
    const { plural } = object;
    const operations = operationsOn(call).stages;
    const wanted = inOrder(toMembers(call.body).stages);
    const key = await changePipeline(call);
    const before = (await pipelineInPath(call)).stages;
    const keys: string[] = [];
    for (const given of wanted) {
      const { stageId, label } = given;
      const known = before.find(
        (one) =>
          one.key === (stageId ?? one.key) &&
          !keys.includes(one.key) &&
          (stageId !== undefined || one.label === label),
      );
      const settings = { plural, key, ...ourStage(object, given) };
      if (known !== undefined) await operations.update({ ...settings, stage: known.key });
      keys.push(known?.key ?? (await operations.create(settings)).data.key);
    }
    for (const { key: stage } of before) {
      if (!keys.includes(stage)) await operations.delete({ plural, key, stage });
    }
    const after = (await pipelineInPath(call)).stages.map((one) => one.key);
    if (after.join() !== keys.join()) await operations.order({ plural, key, order: keys });
    return { status: 200, body: await pipelineAt(call, key) };
  },
};

const archive: HubspotOperation = {
  method: "DELETE",
  path: ONE,
  scopes: ["crm.schemas.write"],
  async run(call) {
    const { pipelineId: key = "" } = call.params;
    await operationsOn(call).delete({ plural: objectInPath(call).plural, key });
    return { status: 204 };
  },
};

const listStages: HubspotOperation = {
  method: "GET",
  path: STAGES,
  scopes: ["crm.schemas.read"],
  async run(call) {
    const { stages } = await pipelineInPath(call);
    return { status: 200, body: { results: stages.map(shownStage) } };
  },
};

const readStage: HubspotOperation = {
  method: "GET",
  path: ONE_STAGE,
  scopes: ["crm.schemas.read"],
  run: async (call) => ({ status: 200, body: await stageAt(call, call.params.stageId ?? "") }),
};

const createStage: HubspotOperation = {
  method: "POST",
  path: STAGES,
  scopes: ["crm.schemas.write"],
  async run(call) {
    const object = objectInPath(call);
    const given = toMembers(call.body);
    const { pipelineId: key = "" } = call.params;
    const input = { plural: object.plural, key, ...ourStage(object, given) };
    const { data } = await operationsOn(call).stages.create(input);
    await placeStage(call, data.key, given.displayOrder);
    return { status: 201, body: await stageAt(call, data.key) };
  },
};

function changeStage(method: "PUT" | "PATCH"): HubspotOperation {
  return {
    method,
    path: ONE_STAGE,
    scopes: ["crm.schemas.write"],
    async run(call) {
      const object = objectInPath(call);
      const given = toMembers(call.body);
      const { pipelineId: key = "", stageId: stage = "" } = call.params;
      const changes = ourStage(object, given);
      if (Object.keys(changes).length > 0) {
        const input = { plural: object.plural, key, stage, ...changes };
        await operationsOn(call).stages.update(input);
      }
      await placeStage(call, stage, given.displayOrder);
      return { status: 200, body: await stageAt(call, stage) };
    },
  };
}

const archiveStage: HubspotOperation = {
  method: "DELETE",
  path: ONE_STAGE,
  scopes: ["crm.schemas.write"],
  async run(call) {
    const { pipelineId: key = "", stageId: stage = "" } = call.params;
    await operationsOn(call).stages.delete({ plural: objectInPath(call).plural, key, stage });
    return { status: 204 };
  },
};

const AUDITED = 100;

/** Only the settings of what is new have no key. */
function isCreation({ pipeline, stage }: Members): boolean {
  const settings = stage ?? pipeline;
  return typeof settings === "object" && toMembers(settings).key === undefined;
}

/** Returns the newest changes in the audit log, of the path's pipeline or stage. Who made them is for admins. */
function audit(path: typeof ONE | typeof ONE_STAGE): HubspotOperation {
  return {
    method: "GET",
    path: `${path}/audit`,
    scopes: ["crm.schemas.read"],
    async run(call) {
      const { name: type } = objectInPath(call);
      const { deps, principal, params } = call;
      const { key } = await pipelineInPath(call);
      const { stageId } = params;
      if (stageId !== undefined) await stageAt(call, stageId);
      const subject =
        stageId === undefined ? `pipeline:${type}.${key}` : `stage:${type}.${key}.${stageId}`;
      const { projectId } = principal;
      const { entries } = await listLog(deps, { projectId, subject }, { limit: AUDITED });
      const results = entries.map(({ at, action, details }) => ({
        ...{ portalId: projectId, identifier: stageId ?? key, timestamp: at },
        action: action.includes("remove") ? "DELETE" : isCreation(details) ? "CREATE" : "UPDATE",
      }));
      return { status: 200, body: { results } };
    },
  };
}

export const PIPELINES: readonly HubspotOperation[] = [
  ...[list, create, read, update, replace, archive],
  ...[listStages, createStage, readStage, changeStage("PUT"), changeStage("PATCH"), archiveStage],
  ...[audit(ONE), audit(ONE_STAGE)],
];
