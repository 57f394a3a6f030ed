import type { Issue } from "../errors.ts";
import type { VersionCondition } from "../records/record.ts";

const PATH = "If-Match";

/** Entity tags, separated by commas. Lists may have empty elements (RFC 9110 §5.6.1, §8.8.3). */
const LIST = /^[ \t,]*(?:(?:W\/)?"[\x21\x23-\x7E\x80-\xFF]*"[ \t]*(?:,[ \t,]*|$))+$/;
const TAG = /"([^"]*)"/g;
/** A compressed response has a tag of its own. */
const OWN_TAG = /^([1-9][0-9]{0,15})\.([1-9][0-9]{0,15})(?:-gzip)?$/;

/**
 * Returns the condition of an `If-Match` header (RFC 9110 §13.1.1). Accepts weak tags, because proxies weaken the
 * tags that they pass on.
 *
 * @param id the record that the request is about
 * @returns no condition for `*`, which every live record meets; an issue for a malformed header
 */
export function parseIfMatch(
  header: string | undefined,
  id: number,
): { readonly conditions: readonly VersionCondition[]; readonly issues: readonly Issue[] } {
  if (header === undefined || header.trim() === "*") return { conditions: [], issues: [] };
  if (!LIST.test(header)) return { conditions: [], issues: [malformed()] };
  const versions = [...header.matchAll(TAG)].flatMap(([, tag = ""]) => {
    const [, record, version] = OWN_TAG.exec(tag) ?? [];
    return record !== undefined && Number(record) === id ? [Number(version)] : [];
  });
  return { conditions: [{ path: PATH, versions }], issues: [] };
}

function malformed(): Issue {
  const message = 'If-Match must be * or a list of tags in quotes. Example: "42.3"';
  return { path: PATH, code: "if_match_invalid", message };
}
