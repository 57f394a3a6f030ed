import type { ColumnTypes } from "./column-types.ts";

/**
 * The words of live records. Each row holds the different words of one record, each with a space in front.
 * `word-index.ts` of the dialects describes the index over them. Existing records get theirs in the
 * background: `record_words_missing` lists the types of projects where that is not finished.
 */
export const statements = (t: ColumnTypes): readonly string[] => [
  `create table record_words (
    project_id ${t.int} not null, type ${t.text} not null, record_id ${t.int} not null,
    words ${t.text} not null, primary key (project_id, type, record_id)) ${t.clustered}`,
  ...(t.dialect === "sqlite" ? SQLITE : POSTGRES),
  `create table record_words_missing (
    project_id ${t.int} not null, type ${t.text} not null, after_id ${t.int} not null,
    primary key (project_id, type)) ${t.clustered}`,
  `insert into record_words_missing (project_id, type, after_id)
    select distinct project_id, type, 0 from records where deleted_at is null`,
];

const SQLITE: readonly string[] = [
  `create virtual table record_word_index using fts5 (
    words, content='', contentless_delete=1, detail=none, tokenize="ascii tokenchars '._~'")`,
  `insert into sqlite_stat1 (tbl, idx, stat) values
    ('record_words', 'record_words', '1000000 100000 20000 1')`,
];

/** Each word with its project and type in front, so that the postings of a project are apart from others'. */
export const WORD_TOKENS = `array_to_tsvector(string_to_array(
  substr(replace(words, ' ', ' ' || cast(project_id as text) || '.' || type || '.'), 2), ' '))`;

const POSTGRES: readonly string[] = [
  // Searches read the pending list from end to end, and one write empties it, so it stays short.
  `create index record_words_by_word on record_words using gin ((${WORD_TOKENS}))
    with (fastupdate = on, gin_pending_list_limit = 256)`,
  // Connections forbid bitmap scans, the only ones of a GIN index; here nothing else is left. Conditions that
  // the primary key could answer are hidden from the planner, which would otherwise combine both.
  `create function find_record_words(
    wanted tsquery, project bigint, above bigint, below bigint, is_descending boolean, most bigint)
  returns setof bigint language plpgsql stable
  set enable_bitmapscan = on set enable_seqscan = off set enable_indexscan = off
  as $$ begin
    return query select record_id from record_words
    where ${WORD_TOKENS} @@ wanted and (project_id = project) is true
      and (record_id > above) is true and (record_id < below) is true
    order by case when is_descending then - record_id else record_id end limit most;
  end $$`,
];
