/** A body that is sent as it is. */
export type RawBody = Blob | ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | string;
