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
export function storedActor(principal: Principal): string {
  return `${principal.kind}:${principal.id}`;
}

/** Splits a stored actor at its first colon; a name in it can have more. Without one, both parts are the same. */
export function actorParts(stored: string): { kind: string; id: string } {
  const at = stored.indexOf(":");
  return at < 0
    ? { kind: stored, id: stored }
    : { kind: stored.slice(0, at), id: stored.slice(at + 1) };
}
