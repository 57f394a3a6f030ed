export interface Template {
  id: number;
  name: string;
  language: string;
  status: string;
  category: string;
  components: unknown;
  createdAt: string;
  updatedAt: string;
}

export interface TemplateSyncResult {
  total_fetched_from_meta: number;
  matched: number;
  updated: number;
  unchanged: number;
  not_found: number;
  updated_templates: readonly UpdatedTemplate[];
}

export interface UpdatedTemplate {
  template_name: string;
  language_code: string;
  old_status: string;
  new_status: string;
  old_category: string;
  new_category: string;
}
