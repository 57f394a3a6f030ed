import type { Service } from "@rapport/service/service";

type Schemas = Service["deps"]["schemas"];
export type Schema = Awaited<ReturnType<Schemas["get"]>>;

/**
 * Returns the cache of a process that has not heard of the last changes of the schema.
 *
 * @param schemas the cache of the process that reads the current schema
 * @param old returns the schema that the process still has, or undefined once it reads the current one
 * @param clear called when the process is told to read the schema again
 */
export function oldSchemas(
  schemas: Schemas,
  old: () => Schema | undefined,
  clear: () => void = () => undefined,
): Schemas {
  const get: Schemas["get"] = async (projectId) => old() ?? schemas.get(projectId);
  const cache: Schemas = {
    get,
    object: async (projectId, name) => (await get(projectId)).object(name),
    renew: (projectId) => {
      clear();
      return schemas.renew(projectId);
    },
    clear,
    within: (tx) => (old() === undefined ? schemas.within(tx) : cache),
  };
  return cache;
}
