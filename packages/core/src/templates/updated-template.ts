export interface UpdatedTemplate {
  readonly template_name: string;
  readonly language_code: string;
  readonly old_status: string;
  readonly new_status: string;
  readonly old_category: string;
  readonly new_category: string;
}
