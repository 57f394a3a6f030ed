/** Who makes a request, and in which project. Comes from the credential, never from the input. */
export interface Principal {
  readonly kind: "client" | "key" | "user" | "system";
  /** Client id, API key id or admin id. */
  readonly id: string;
  readonly tenantId: number;
  readonly projectId: number;
  readonly scopes: ReadonlySet<string>;
}

/** Returns the actor in the form that history and audit log store, for example `client:rpc…`. */
export function actorOf(principal: Principal): string {
  return `${principal.kind}:${principal.id}`;
}
