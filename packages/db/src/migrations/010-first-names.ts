/**
 * Indexes contacts by first name in new projects. In existing projects the index has no first names, so the
 * property stays unindexed until an admin indexes it.
 */
export const statements = (): readonly string[] => [
  `insert into property_definitions (project_id, object_type, name, definition, created_at)
    select id, 'contact', 'firstname', '{"indexed": false}', created_at from projects
    where true on conflict do nothing`,
];
