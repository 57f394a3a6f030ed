import type { AnchorProps } from "@mantine/core";
import type { ReactNode } from "react";
import type { Outputs } from "../api.ts";
import { objectType, typeNames } from "../object-types.ts";
import { useProjectId } from "../shell/use-project.ts";
import { AnchorLink } from "../ui/links.tsx";
import { formatMoney, formatShortMoment } from "../ui/values/format.ts";

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

type NamedRecord = Outputs["records"]["search"][number];

/** Formats the second line of a record: a time in the reader's time zone, an amount in the reader's locale. */
export function formatDetail({
  type,
  detail,
}: Pick<NamedRecord, "type" | "detail">): string | null {
  if (detail === null) return null;
  if (objectType(type).hasTimeAsDetail && INSTANT.test(detail)) return formatShortMoment(detail);
  const hasMoney = objectType(type).money !== null;
  const [, amount, currency = null] = (hasMoney && AMOUNT.exec(detail)) || [];
  return amount === undefined ? detail : formatMoney(amount, currency);
}

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const AMOUNT = /^(-?\d+(?:\.\d+)?)(?: (\S+))?$/;
