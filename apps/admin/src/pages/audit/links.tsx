import { Text } from "@mantine/core";
import type { LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { typeKeys, typeNames } from "../../object-types.ts";
import { AnchorLink } from "../../ui/links.tsx";
import type { Entry } from "./search.ts";

type To = Pick<LinkProps, "to" | "params">;

interface LinkedProps {
  readonly to: To | null;
  readonly children: ReactNode;
}

/** A link, or plain text if there is no page. */
export function Linked({ to, children }: LinkedProps) {
  const look = { inherit: true, fw: 500, style: { overflowWrap: "anywhere" } } as const;
  if (to === null) {
    return (
      <Text span {...look}>
        {children}
      </Text>
    );
  }
  return (
    <AnchorLink {...look} c="inherit" {...(to as LinkProps)}>
      {children}
    </AnchorLink>
  );
}

/** Returns the page of an actor. */
export function linkToActor({ kind }: Entry["actor"], projectId: number): To | null {
  const section = SECTIONS[kind];
  return section === undefined ? null : accessTo(section, projectId);
}

/** Returns the page of the changed object; the bin for a deleted record. */
export function linkToSubject(subject: Entry["subject"], projectId: number): To | null {
  const { kind, id, isDeleted } = subject;
  const params = { projectId: String(projectId) };
  if (isDeleted) return { to: "/p/$projectId/bin", params };
  if (isType(kind)) {
    const record = { ...params, plural: typeNames(kind).plural, recordId: id ?? "" };
    return { to: "/p/$projectId/$plural/$recordId", params: record };
  }
  if (kind === "delivery" && id !== null) {
    const delivery = { ...params, deliveryId: id };
    return { to: "/p/$projectId/webhooks/deliveries/$deliveryId", params: delivery };
  }
  if (kind === "import" && id !== null) {
    return { to: "/p/$projectId/imports/$importId", params: { ...params, importId: id } };
  }
  if (kind === "change" && id !== null) {
    return { to: "/p/$projectId/changes/$changeId", params: { ...params, changeId: id } };
  }
  const section = SECTIONS[kind];
  if (section !== undefined) return accessTo(section, projectId);
  if (kind === "endpoint") return { to: "/p/$projectId/webhooks", params };
  if (kind === "tenant" || kind === "project") return { to: "/tenants" };
  const type = id?.split(".")[0] ?? "";
  if (SCHEMA_KINDS.includes(kind) && isType(type)) {
    return {
      to: "/p/$projectId/schema/$plural",
      params: { ...params, plural: typeNames(type).plural },
    };
  }
  return null;
}

export function isType(kind: string): boolean {
  return typeKeys().includes(kind);
}

const SCHEMA_KINDS = ["type", "property", "pipeline", "stage"];

/** Sections of the access page. */
const SECTIONS: Readonly<Record<string, string>> = {
  client: "clients",
  key: "keys",
  admin: "admins",
  session: "sessions",
};

function accessTo(section: string, projectId: number): To {
  return { to: "/p/$projectId/access/$section", params: { projectId: String(projectId), section } };
}
