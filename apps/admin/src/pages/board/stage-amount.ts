import type { Column } from "./moves.ts";

export type Amount = NonNullable<Column["amounts"]>[number];
