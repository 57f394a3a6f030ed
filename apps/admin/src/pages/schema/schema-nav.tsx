import { Link } from "@tanstack/react-router";
import { typeKeys, typeNames } from "../../object-types.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { useCurrentInView } from "../../ui/tables/use-current-in-view.ts";
import classes from "./schema-nav.module.css";

const TO = "/p/$projectId/schema/$plural";

/** Links to the schema of each object type, and to its properties, pipelines and labels of associations. */
export function SchemaNav({ type }: { readonly type: string }) {
  const projectId = String(useProjectId());
  const nav = useCurrentInView();
  return (
    <>
      <nav ref={nav} className={classes.types} aria-label="Record types">
        {typeKeys().map((one) => {
          const { plural, label, icon: Icon } = typeNames(one);
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
      <Parts type={type} />
    </>
  );
}

function Parts({ type }: { readonly type: string }) {
  const params = { projectId: String(useProjectId()), plural: typeNames(type).plural };
  const active = { explicitUndefined: true };
  return (
    <nav className={classes.parts} aria-label={`${typeNames(type).singular} schema`}>
      <Link to={TO} params={params} search={PROPERTIES} activeOptions={active}>
        Properties
      </Link>
      {typeNames(type).hasPipeline && (
        <Link to={TO} params={params} search={PIPELINES} activeOptions={active}>
          Pipelines and stages
        </Link>
      )}
      <Link to={TO} params={params} search={LABELS} activeOptions={active}>
        Association labels
      </Link>
    </nav>
  );
}

const PROPERTIES = { part: undefined } as const;
const PIPELINES = { part: "pipelines" } as const;
const LABELS = { part: "labels" } as const;
