import type { AnchorProps } from "@mantine/core";
import type { ReactNode } from "react";
import { typeNames } from "../object-types.ts";
import { useProjectId } from "../shell/use-project.ts";
import { AnchorLink } from "../ui/links.tsx";

interface RecordLinkProps extends AnchorProps {
  readonly type: string;
  readonly id: number | string;
  readonly children: ReactNode;
  readonly title?: string;
}

/** A link to the page of a record. */
export function RecordLink({ type, id, ...anchor }: RecordLinkProps) {
  const to = `/p/${useProjectId()}/${typeNames(type).plural}/${id}`;
  return <AnchorLink to={to} {...anchor} />;
}
