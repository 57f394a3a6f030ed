/** Who makes a request, and what it is bound to. Taken from the credential, never from the input. */
export interface Principal {
  readonly kind: "client" | "key" | "user" | "system";
  /** The client id, API key id or user id. */
  readonly id: string;
  readonly tenantId: number;
  readonly projectId: number;
  readonly scopes: ReadonlySet<string>;
}

/** How history and audit name the one who made a change, for example `client:rpc…`. */
export function actorOf(principal: Principal): string {
  return `${principal.kind}:${principal.id}`;
}
