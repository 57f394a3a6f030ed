/** A record that an import or a bulk change has changed, and its version after that. */
export interface ChangedRecord {
  readonly id: number;
  readonly version: number;
}

/** Bytes of one entry: the id as a 64-bit number, and the version as a 32-bit one. */
export const ENTRY_BYTES = 12;

/** Returns the bytes of entries, as the file of changed records has them. */
export function encodeChanges(changes: readonly ChangedRecord[]): Buffer {
  const bytes = Buffer.alloc(changes.length * ENTRY_BYTES);
  for (const [i, { id, version }] of changes.entries()) {
    bytes.writeDoubleBE(id, i * ENTRY_BYTES);
    bytes.writeUInt32BE(version, i * ENTRY_BYTES + 8);
  }
  return bytes;
}

export function decodeChanges(bytes: Buffer): readonly ChangedRecord[] {
  return Array.from({ length: bytes.length / ENTRY_BYTES }, (_, i) => ({
    id: bytes.readDoubleBE(i * ENTRY_BYTES),
    version: bytes.readUInt32BE(i * ENTRY_BYTES + 8),
  }));
}
