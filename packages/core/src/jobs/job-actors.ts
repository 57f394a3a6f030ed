/** What messages call the jobs of each kind, in short and in full. */
export const JOB_WORDS = {
  import: { noun: "import", title: "import" },
  change: { noun: "change", title: "bulk change" },
  hubspot: { noun: "import", title: "import from HubSpot" },
} as const;

export type RecordJobName = keyof typeof JOB_WORDS;

/** Returns the kind of the jobs that undo those of a kind. */
export function undoName<Name extends RecordJobName>(name: Name): `${Name}_undo` {
  return `${name}_undo`;
}

/** Returns the ids of the actors as which a job and its undo write. */
export function actorIds(name: RecordJobName, id: number) {
  return { job: `${name}:${id}`, undo: `${undoName(name)}:${id}` } as const;
}

const ACTOR = new RegExp(`^(${Object.keys(JOB_WORDS).join("|")})(_undo)?:(\\d+)$`);

/** A job, or the undo of one, as an actor. */
interface JobActor {
  readonly noun: "import" | "change";
  /** Its name for people: `Import 7`, `Undo of bulk change 7`. */
  readonly label: string;
  /** Id of the job. */
  readonly job: number;
}

/** Returns what an id of an actor says of a job; undefined if it is not that of a job. */
export function jobActor(id: string): JobActor | undefined {
  const [, name, undo, number] = ACTOR.exec(id) ?? [];
  if (name === undefined) return undefined;
  const { noun, title } = JOB_WORDS[name as RecordJobName];
  const label =
    undo === undefined ? title.charAt(0).toUpperCase() + title.slice(1) : `Undo of ${title}`;
  return { noun, label: `${label} ${number}`, job: Number(number) };
}
