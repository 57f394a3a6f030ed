import { Anchor, Text } from "@mantine/core";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type ObjectType, TYPES } from "../../object-types.ts";
import type { Entry } from "./search.ts";

type To = Pick<LinkProps, "to" | "params">;

interface LinkedProps {
  readonly to: To | null;
  readonly children: ReactNode;
}

/** A link to the page, or the same words where there is none. */
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
    <Anchor
      {...look}
      c="inherit"
      renderRoot={(props) => <Link {...props} {...(to as LinkProps)} />}
    >
      {children}
    </Anchor>
  );
}

/** The page of whoever made a change. */
export function linkToActor({ kind }: Entry["actor"], projectId: number): To | null {
  const section = SECTIONS[kind];
  return section === undefined ? null : accessTo(section, projectId);
}

/** The page of what a change was made to; the bin for a record that is in it. */
export function linkToSubject(subject: Entry["subject"], projectId: number): To | null {
  const { kind, id, isDeleted } = subject;
  const params = { projectId: String(projectId) };
  if (isDeleted) return { to: "/p/$projectId/bin", params };
  if (isType(kind)) {
    const record = { ...params, plural: TYPES[kind].plural, recordId: id ?? "" };
    return { to: "/p/$projectId/$plural/$recordId", params: record };
  }
  if (kind === "delivery" && id !== null) {
    const delivery = { ...params, deliveryId: id };
    return { to: "/p/$projectId/webhooks/deliveries/$deliveryId", params: delivery };
  }
  const section = SECTIONS[kind];
  if (section !== undefined) return accessTo(section, projectId);
  if (kind === "endpoint") return { to: "/p/$projectId/webhooks", params };
  if (kind === "tenant" || kind === "project") return { to: "/tenants" };
  const type = id?.split(".")[0] ?? "";
  if (SCHEMA.includes(kind) && isType(type)) {
    return {
      to: "/p/$projectId/schema/$plural",
      params: { ...params, plural: TYPES[type].plural },
    };
  }
  return null;
}

export function isType(kind: string): kind is ObjectType {
  return Object.hasOwn(TYPES, kind);
}

const SCHEMA = ["property", "pipeline", "stage"];

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
