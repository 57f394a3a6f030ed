import { skipToken, useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import {
  type AnyTRPCProcedure,
  type AnyTRPCRootTypes,
  createTRPCRecursiveProxy,
  type inferProcedureInput,
  type inferTransformedProcedureOutput,
} from "@trpc/server";
import type {
  DecorateProcedure,
  DecorateRouterKeyable,
  DefaultFeatureFlags,
} from "@trpc/tanstack-react-query";
import { type AdminProcedures, api } from "../api.ts";

export interface CurrentProject {
  readonly id: number;
  readonly name: string;
  readonly tenantId: number;
  readonly tenantName: string;
}

/** Returns the project in the URL; undefined on pages of the installation. */
export function useCurrentProject(): CurrentProject | undefined {
  const { projectId } = useParams({ strict: false });
  const { data: tenants } = useSuspenseQuery(api.tenants.list.queryOptions());
  const all = tenants.flatMap((tenant) =>
    tenant.projects.map(({ id, name }) => ({
      id,
      name,
      tenantId: tenant.id,
      tenantName: tenant.name,
    })),
  );
  return all.find(({ id }) => String(id) === projectId);
}

/** Returns the project id. Works only on pages below `/p/$projectId`. */
export function useProjectId(): number {
  return Number(useParams({ from: "/signed-in/p/$projectId" }).projectId);
}

interface OfProject {
  readonly projectId: number;
}

/** The input of a procedure that is called without one. */
type Nothing = ReturnType<() => void>;

/** An input without the id of the project. */
type Rest<Input> = Input extends OfProject
  ? keyof Input extends "projectId"
    ? Nothing
    : WithoutId<Omit<Input, "projectId">>
  : never;
type WithoutId<Input> = Record<never, never> extends Input ? Input | Nothing : Input;

type Bound<Root extends AnyTRPCRootTypes, Procedures> = {
  [Name in keyof Procedures as Procedures[Name] extends AnyTRPCProcedure
    ? inferProcedureInput<Procedures[Name]> extends OfProject
      ? Name
      : never
    : Name]: Procedures[Name] extends AnyTRPCProcedure
    ? DecorateProcedure<
        Procedures[Name]["_def"]["type"],
        {
          input: Rest<inferProcedureInput<Procedures[Name]>>;
          output: inferTransformedProcedureOutput<Root, Procedures[Name]>;
          transformer: Root["transformer"];
          errorShape: Root["errorShape"];
          featureFlags: DefaultFeatureFlags;
        }
      >
    : Bound<Root, Procedures[Name]> & DecorateRouterKeyable<DefaultFeatureFlags>;
};

/** The procedures that take the id of a project, with that id filled in. */
export type ProjectApi = Bound<AdminProcedures["root"], AdminProcedures["record"]>;

/** Returns the procedures of the project in the URL. Works only on pages below `/p/$projectId`. */
export function useProject(): ProjectApi {
  return projectApi(useProjectId());
}

const bound = new Map<number, ProjectApi>();

/** Returns the procedures of a project; always the same object for the same project. */
function projectApi(projectId: number): ProjectApi {
  const known = bound.get(projectId) ?? bind(projectId);
  bound.set(projectId, known);
  return known;
}

function bind(projectId: number): ProjectApi {
  const fill = (input: unknown) =>
    input === skipToken ? input : { ...(input as object | undefined), projectId };
  return createTRPCRecursiveProxy<ProjectApi>(({ path, args: [first, ...rest] }) => {
    const [of, method] = [path.slice(0, -1), path.at(-1) ?? ""];
    const part = of.reduce<Part>((part, name) => part[name] as Part, api as unknown as Part);
    const call = (...args: unknown[]) => (part[method] as Method)(...args) as Options;
    if (method.endsWith("Key") && method !== "queryKey" && method !== "infiniteQueryKey")
      return call();
    if (method !== "mutationOptions") return call(fill(first), ...rest);
    const { mutationFn, ...options } = call(first);
    const send = (input: unknown, ...context: unknown[]) => mutationFn?.(fill(input), ...context);
    return { ...options, mutationFn: send };
  });
}

type Method = (...args: readonly unknown[]) => unknown;
type Part = { readonly [name: string]: Part | Method };
interface Options {
  readonly mutationFn?: Method;
}
