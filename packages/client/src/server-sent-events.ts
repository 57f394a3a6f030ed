export interface ServerSentEvent {
  /** The last id that the server sent, if it has sent one. */
  readonly id: string | undefined;
  /** Undefined if only the id moves on. */
  readonly data: string | undefined;
}

/**
 * Reads a body in the format `text/event-stream`. Knows only the fields `id` and `data`.
 *
 * @throws the error of the connection
 */
export async function* readServerSentEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<ServerSentEvent, void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of body as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields = block.split("\n");
      const id = fieldOf(fields, "id");
      const data = fieldOf(fields, "data");
      if (id !== undefined || data !== undefined) yield { id, data };
    }
  }
}

function fieldOf(fields: readonly string[], name: string): string | undefined {
  const start = `${name}: `;
  return fields.find((field) => field.startsWith(start))?.slice(start.length);
}
