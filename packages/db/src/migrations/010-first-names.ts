/**
 * Contacts are found by their first name in projects made from now on. Those that there are keep it out of
 * their index, which holds nothing of it, until an admin has it indexed.
 */
export const statements = (): readonly string[] => [
  `insert into property_definitions (project_id, object_type, name, definition, created_at)
    select id, 'contact', 'firstname', '{"indexed": false}', created_at from projects
    where true on conflict do nothing`,
];
