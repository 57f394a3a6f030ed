import { Link, useSearch } from "@tanstack/react-router";
import { type ObjectType, TYPE_KEYS, TYPES } from "../../object-types.ts";
import { useProjectId } from "../../shell/use-project.ts";
import classes from "./schema-nav.module.css";

const TO = "/p/$projectId/schema/$plural";

/** The way between the six types, and between a type's properties and its pipelines. */
export function SchemaNav({ type }: { readonly type: ObjectType }) {
  const projectId = String(useProjectId());
  return (
    <>
      <nav className={classes.types} aria-label="Types">
        {TYPE_KEYS.map((one) => {
          const { plural, label, icon: Icon } = TYPES[one];
          return (
            <Link
              key={one}
              to={TO}
              params={{ projectId, plural }}
              activeOptions={{ includeSearch: false }}
            >
              <Icon size={16} stroke={1.7} aria-hidden />
              {label}
            </Link>
          );
        })}
      </nav>
      {TYPES[type].hasPipeline && <Parts type={type} />}
    </>
  );
}

function Parts({ type }: { readonly type: ObjectType }) {
  const projectId = String(useProjectId());
  const { part } = useSearch({ from: "/signed-in/p/$projectId/schema/$plural" });
  const { plural, singular } = TYPES[type];
  const current = (isCurrent: boolean) =>
    isCurrent ? ({ "aria-current": "true" } as const) : { "aria-current": undefined };
  return (
    <nav className={classes.parts} aria-label={`${singular} schema`}>
      <Link to={TO} params={{ projectId, plural }} {...current(part === undefined)}>
        Properties
      </Link>
      <Link
        to={TO}
        params={{ projectId, plural }}
        search={{ part: "pipelines" }}
        {...current(part === "pipelines")}
      >
        Pipelines and stages
      </Link>
    </nav>
  );
}
