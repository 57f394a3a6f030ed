import { Link, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useMe } from "../../session.ts";
import { Page } from "../../ui/pages/page.tsx";
import sections from "../../ui/pages/sections.module.css";
import { hasSection, SECTIONS, type Section } from "./section-names.ts";
import classes from "./section-page.module.css";

const NAMES = Object.keys(SECTIONS) as readonly Section[];

interface SectionPageProps {
  readonly section: Section;
  readonly lead: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of a section of Access, with links to the others. */
export function SectionPage({ section, lead, actions, children }: SectionPageProps) {
  return (
    <Page title={SECTIONS[section].label} lead={lead} actions={actions} tabs={<Sections />}>
      {children}
    </Page>
  );
}

function Sections() {
  const { role } = useMe();
  const names = NAMES.filter((name) => hasSection(name, role));
  const isOfProject = (name: Section) => SECTIONS[name].of === "project";
  return (
    <nav className={classes.sections} aria-label="Sections of access">
      {names.filter(isOfProject).map((name) => (
        <SectionLink key={name} section={name} />
      ))}
      <span className={classes.divider} />
      {names
        .filter((name) => !isOfProject(name))
        .map((name) => (
          <SectionLink key={name} section={name} />
        ))}
    </nav>
  );
}

function SectionLink({ section }: { readonly section: Section }) {
  const { projectId } = useParams({ from: "/signed-in/p/$projectId" });
  return (
    <Link
      className={sections.tab}
      to="/p/$projectId/access/$section"
      params={{ projectId, section }}
      activeOptions={{ includeSearch: false }}
    >
      {SECTIONS[section].label}
    </Link>
  );
}
