/**
 * Sentences about admin actions, without the actor. `{subject}` is the changed object, `{name}` the name and `{role}`
 * the role that the admin gave, `{tenant}` the tenant, `{records}` the record type that the action concerned and
 * `{changes}` the number of its changes.
 */
export const WORDS: Readonly<Record<string, string>> = {
  "tenants.create": "created the tenant {name}",
  "tenants.rename": "renamed the tenant {subject} to {name}",
  "tenants.setQuota": "set quotas of the tenant {subject}",
  "tenants.delete": "deleted the tenant {subject}",
  "tenants.restore": "restored the tenant {subject}",
  "tenants.remove": "removed the tenant {subject} for good",
  "projects.delete": "deleted the project {name}",
  "projects.restore": "restored the project {name}",
  "projects.remove": "removed the project {subject} for good",
  "projects.move": "moved the project {name} to another tenant",
  "projects.create": "created the project {name} in {tenant}",
  "projects.rename": "renamed the project {subject} to {name}",
  "clients.create": "created the OAuth client {name}",
  "clients.addSecret": "added a secret to the OAuth client {subject}",
  "clients.endSecret": "ended the older secrets of the OAuth client {subject}",
  "clients.update": "changed the OAuth client {subject}",
  "clients.enable": "enabled the OAuth client {subject}",
  "clients.disable": "disabled the OAuth client {subject}",
  "keys.create": "created the API key {name}",
  "keys.update": "changed the API key {subject}",
  "keys.rotate": "rotated the API key {subject}",
  "keys.endOlder": "ended the older form of the API key {subject}",
  "keys.enable": "enabled the API key {subject}",
  "keys.disable": "disabled the API key {subject}",
  "admins.create": "added the admin {name}",
  "admins.invite": "invited {name}",
  "admins.renewInvitation": "made a new invitation for {subject}",
  "admins.revokeInvitation": "took back the invitation of {name}",
  "admins.join": "accepted the invitation",
  "admins.setByLink": "set a new password with a link",
  "admins.endedLink": "tried a link that no longer works",
  "admins.update": "changed the admin {subject}",
  "members.add": "gave the admin {subject} the role {role} in {tenant}",
  "members.invite": "invited {subject} with the role {role} in {tenant}",
  "members.renewInvitation": "made a new invitation for {subject}",
  "members.revokeInvitation": "took back the invitation of {name} to {tenant}",
  "members.setRole": "changed the role of the admin {subject} in {tenant} to {role}",
  "members.remove": "removed the admin {subject} from {tenant}",
  "members.resetPassword": "reset the password of the member {subject}",
  "members.resetSecondFactor": "reset the second factor of the member {subject}",
  "admins.resetPassword": "reset the password of the admin {subject}",
  "admins.setMyPassword": "changed their own password",
  "admins.setSecondFactor": "turned their second factor on",
  "admins.removeSecondFactor": "turned their second factor off",
  "admins.renewRecoveryCodes": "replaced their recovery codes",
  "admins.usedRecoveryCode": "used a recovery code",
  "admins.secondFactorBlocked": "was refused after five wrong codes of the second factor",
  "admins.resetSecondFactor": "reset the second factor of the admin {subject}",
  "admins.addPasskey": "added the passkey {name}",
  "admins.renamePasskey": "renamed a passkey to {name}",
  "admins.removePasskey": "removed the passkey {name}",
  "admins.copiedPasskey": "was refused because the passkey {name} may have been copied",
  "admins.requireSecondFactor": "required a second factor for all admins",
  "admins.liftFactorRule": "made the second factor optional again",
  "admins.bind": "signed in by single sign-on for the first time as {subject}",
  "sessions.end": "ended a session",
  "sessions.endOneOfMine": "ended a session of their own",
  "sessions.endAllOf": "ended all sessions of the admin {subject}",
  "sessions.endMyOthers": "ended all of their other sessions",
  "sessions.endMine": "signed out everywhere",
  "signingKeys.rotate": "rotated the signing key",
  "secrets.rotate": "rotated the secret key",
  "secrets.reset": "gave up what a lost secret key encrypted",
  "duplicates.dismiss": "marked the records {subject} as different",
  "duplicates.reopen": "marked the records {subject} as possible duplicates again",
  "schema.push": "pushed a schema with {changes}",
  "schema.createType": "made the object type {name}",
  "schema.updateType": "changed the object type {subject}",
  "schema.removeType": "removed the object type {subject}",
  "schema.saveProperty": "saved the property {name} of {records}",
  "schema.removeProperty": "removed the property {name} of {records}",
  "schema.saveAssociationLabel": "saved the label {name} of associations of {records}",
  "schema.removeAssociationLabel": "removed the label {name} of associations of {records}",
  "schema.savePipeline": "saved the pipeline {name} of {records}",
  "schema.orderPipelines": "reordered the pipelines of {records}",
  "schema.removePipeline": "removed the pipeline {name} of {records}",
  "schema.saveStage": "saved the stage {name} of {records}",
  "schema.orderStages": "reordered the stages of the pipeline {name} of {records}",
  "schema.removeStage": "removed the stage {name} of {records}",
  "views.create": "created {name}",
  "views.change": "changed {name}",
  "views.delete": "deleted {name}",
  "imports.start": "started the import {subject}",
  "imports.cancel": "cancelled the import {subject}",
  "imports.undo": "undid the import {subject}",
  "changes.start": "started the bulk change {subject} of {name}",
  "changes.cancel": "cancelled the bulk change {subject}",
  "changes.undo": "undid the bulk change {subject}",
  "reports.pins.set": "chose the reports on their Home page",
  "currencies.setReporting": "set the reporting currency to {name}",
  "currencies.removeReporting": "removed the reporting currency",
  "currencies.addRate": "added the rate {name}",
  "currencies.changeRate": "changed a rate to {name}",
  "currencies.removeRate": "removed the rate {name}",
  "currencies.importRates": "imported {name}",
  "webhooks.endpoints.create": "added the webhook endpoint {name}",
  "webhooks.endpoints.update": "changed the webhook endpoint {subject}",
  "webhooks.endpoints.delete": "deleted the webhook endpoint {subject}",
  "webhooks.endpoints.enable": "enabled the webhook endpoint {subject}",
  "webhooks.endpoints.disable": "disabled the webhook endpoint {subject}",
  "webhooks.endpoints.rotateSecret": "rotated the signing secret of the webhook endpoint {subject}",
  "webhooks.endpoints.takeOver": "took the webhook endpoint {subject} over from its API key",
  "webhooks.endpoints.sendTest": "sent a test to the webhook endpoint {subject}",
  "webhooks.deliveries.replay": "replayed the delivery {subject}",
  "webhooks.deliveries.replayFailed": "replayed the failed deliveries of {subject}",
  "webhooks.deliveries.replayRetrying": "replayed the retrying deliveries of {subject}",
  "exports.create": "started an export of {name}",
  "exports.cancel": "cancelled the export {subject}",
  "exports.delete": "deleted the export {subject}",
  "exports.download": "exported {name}",
  "templates.create": "added the message template {name}",
  "templates.import": "imported message templates",
  "templates.syncNow": "synced the message templates",
  "templates.account.set": "set the messaging account",
  "templates.account.remove": "removed the messaging account",
};

type Part = { readonly text: string } | { readonly place: Place };

/**
 * Returns the parts of the sentence about an admin action.
 *
 * @param action name in the log; an unknown one appears in the sentence as is
 */
export function sentenceParts(action: string): readonly Part[] {
  const words = WORDS[action] ?? `did ${action} to {subject}`;
  return words
    .split(/\{(\w+)\}/)
    .filter((part) => part !== "")
    .map((part) => (isPlace(part) ? { place: part } : { text: part }));
}

const PLACES = ["subject", "name", "role", "tenant", "records", "changes"] as const;
type Place = (typeof PLACES)[number];

/** No text between two places is one of these words alone. */
function isPlace(part: string): part is Place {
  return PLACES.some((place) => place === part);
}

type Details = Readonly<Record<string, unknown>>;

/** Returns the name that the admin gave, if the details contain one. */
export function nameIn(details: Details): string | undefined {
  const { name, email, label, url } = details;
  return [name, email, label, url].find((one) => typeof one === "string") ?? schemaNameIn(details);
}

/** Returns the label of the property, stage or pipeline, or its key if the admin gave no label. */
function schemaNameIn({ settings, stage, pipeline }: Details): string | undefined {
  const given = settings ?? stage ?? pipeline;
  if (typeof given !== "object" || given === null) return asText(given);
  const { label, name, key } = given as Details;
  return [label, name, key].map(asText).find((one) => one !== undefined);
}

function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

const MAX_VALUE_CHARACTERS = 60;

/** Shortens the text of a value for a sentence. */
export function shortened(whole: string): string {
  return whole.length > MAX_VALUE_CHARACTERS
    ? `${whole.slice(0, MAX_VALUE_CHARACTERS).trimEnd()}…`
    : whole;
}

/** Formats a value in full. */
export function wholeValue(value: unknown): string {
  if (value === null || value === undefined || value === "") return "nothing";
  if (Array.isArray(value)) return value.map(wholeValue).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Lowercases a label for use in a sentence: “Lifecycle stage” becomes “lifecycle stage”, “URL” stays. */
export function withinSentence(label: string): string {
  return label.replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase());
}
