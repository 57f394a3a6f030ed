import { mergeRouters } from "../../trpc.ts";
import { labels } from "./labels.ts";
import { pipelines } from "./pipelines.ts";
import { properties } from "./properties.ts";
import { types } from "./types.ts";

/** Procedures that read and change a project's object types, properties and pipelines, and count their use. */
export const schema = mergeRouters(types, properties, labels, pipelines);
