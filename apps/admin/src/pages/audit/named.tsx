import { typeNames } from "../../object-types.ts";
import { isType, Linked, linkToSubject } from "./links.tsx";
import type { Entry } from "./search.ts";

interface NamedProps {
  readonly subject: Entry["subject"];
  readonly projectId: number;
}

/** A record's type and name. */
export function Named({ subject, projectId }: NamedProps) {
  const { kind, label } = subject;
  return (
    <>
      {isType(kind) ? typeNames(kind).singular.toLowerCase() : kind}{" "}
      <Linked to={linkToSubject(subject, projectId)}>{label}</Linked>
    </>
  );
}
