export type Json = Record<string, unknown>;

export interface Operation extends Json {
  operationId: string;
  description?: string;
  responses: Json;
  parameters?: Json[];
  requestBody?: { content?: Record<string, Json>; required?: boolean };
  security?: unknown;
}

export interface Document extends Json {
  paths: Record<string, Record<string, Operation>>;
  components?: Json & { schemas?: Json; securitySchemes?: Json };
}
