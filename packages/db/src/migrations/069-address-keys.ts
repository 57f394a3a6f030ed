import type { ColumnTypes } from "./column-types.ts";

/**
 * Phone numbers are compared by their digits, so that each has one key, however it is spelled; see `phoneKey` of the package
 * core. Of records that now have the same value of a unique property, the first one holds it. Words of Arabic and Hebrew
 * letters are left to the worker again, because marks and forms of letters no longer count.
 */
export const statements = ({ dialect }: ColumnTypes): readonly string[] => [
  ...["record_index", "record_unique"].flatMap((table) => [
    `insert into ${table} (project_id, type, property, value, record_id)
      select project_id, type, property, ${withPlus("whole")} || extension, record_id
      from (
        select project_id, type, property, record_id, extension,
          case when ${isInternational("without_trunk")} then without_trunk else dialled end as whole
        from (
          select project_id, type, property, record_id,
            ${dialled("replace(number, '(0)', '')")} as without_trunk, ${dialled("number")} as dialled,
            case when extension = '' then '' else ';ext=' || ${dialled("extension")} end as extension
          from (
            select project_id, type, property, record_id,
              ${PARTS[dialect].number} as number, ${PARTS[dialect].extension} as extension
            from (
              select project_id, type, property, record_id, ${withShortSign("value")} as value
              from ${table} where ${isOtherSpelling(table)}
              ) as spelled) as parts) as numbers) as wholes
      where true
      order by project_id, type, property, record_id
      on conflict do nothing`,
    `delete from ${table} where ${isOtherSpelling(table)}`,
  ]),
  ...["record_words_missing", "duplicate_backfills"].map(
    (table) => `insert into ${table} (project_id, type, after_id)
      select distinct project_id, type, 0 from record_words where ${HAS_FOLDED_LETTERS[dialect]}
      on conflict (project_id, type) do update set after_id = 0`,
  ),
  ...(dialect === "sqlite"
    ? [
        `delete from record_word_index where rowid in (
          select record_id from record_words where ${HAS_FOLDED_LETTERS.sqlite})`,
      ]
    : []),
  `delete from record_words where ${HAS_FOLDED_LETTERS[dialect]}`,
];

const PUNCTUATION = [" ", "(", ")", ".", "/", "-"];
const SIGNS = ["extension", "ext", "#"];
/** Blocks Hebrew and Arabic. */
const HAS_FOLDED_LETTERS = {
  sqlite: "words glob '*[\u0590-\u06ff]*'",
  postgres: "words ~ '[\u0590-\u06ff]'",
};

const PARTS = {
  sqlite: {
    number: "substr(value, 1, instr(value || 'x', 'x') - 1)",
    extension: "substr(value, instr(value || 'x', 'x') + 1)",
  },
  postgres: { number: "split_part(value, 'x', 1)", extension: "split_part(value, 'x', 2)" },
};

function without(texts: readonly string[], from: string, by = ""): string {
  return texts.reduce((text, one) => `replace(${text}, '${one}', '${by}')`, from);
}

function withShortSign(value: string): string {
  return without(SIGNS, value, "x");
}

function dialled(number: string): string {
  return without(PUNCTUATION, number);
}

function isInternational(number: string): string {
  return `${number} like '+%' or ${number} like '00%'`;
}

function withPlus(number: string): string {
  const digits = without(["+"], number);
  return `case when ${number} like '+%' then '+' || ${digits}
    when ${number} like '00%' then '+' || substr(${digits}, 3) else ${digits} end`;
}

/** Whether a value is a phone number that is not spelled as its key. */
function isOtherSpelling(table: string): string {
  const rest = without([..."0123456789+x", ...PUNCTUATION], withShortSign("value"));
  const marks = [...PUNCTUATION, "x", "#"].map((one) => `value like '%${one}%'`);
  return `${rest} = '' and (${marks.join(" or ")} or value like '00%' or value like '_%+%')
    and (property = 'phone' and type in ('contact', 'company') or exists (
      select 1 from property_definitions d
      where d.project_id = ${table}.project_id and d.object_type = ${table}.type
        and d.name = ${table}.property and d.definition ->> 'type' = 'phone'))`;
}
