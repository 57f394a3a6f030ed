/** Company properties by their field name in the Workspace API. */
export const COMPANY_FIELDS = {
  name: "name",
  domain: "domain",
  website: "website",
  lifecycleStage: "lifecyclestage",
} as const;

/** Deal properties by their field name in the Workspace API. */
export const DEAL_FIELDS = {
  name: "name",
  amount: "amount",
  currency: "currency",
  pipeline: "pipeline",
  stage: "stage",
} as const;

/** Contact properties by their field name in the Workspace API. */
export const CONTACT_FIELDS = {
  email: "email",
  firstName: "firstname",
  lastName: "lastname",
  lifecycleStage: "lifecyclestage",
} as const;
