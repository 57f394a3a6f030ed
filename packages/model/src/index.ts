export { escapeControls, hasControls, withoutControls } from "./control-characters.ts";
export {
  type ActivityDefinition,
  type Associable,
  type AssociationLabel,
  associationLabel,
  layoutIn,
  layoutWithout,
  NOW,
  type ObjectTypeDefinition,
  type PipelineDefinition,
  PROPERTY_LISTS,
  type RecordRules,
  type StageDefinition,
  sortByList,
  type TypeLayout,
  withLabels,
} from "./definition.ts";
export {
  EVENT_PATTERNS,
  EVENT_TYPES,
  listEventPatterns,
  listEventTypes,
  subscribes,
} from "./event-types.ts";
export { DATE_FORMATS, FILE_FORMATS, IMPORT_MODES, MAX_ATTACHMENT_BYTES } from "./files.ts";
export { currencyDigits, roundDecimal } from "./money.ts";
export {
  builtInType,
  hasCloseDate,
  hasMoney,
  hasPipeline,
  hasProbability,
  isInSidebar,
  OBJECT_TYPE_NAMES,
  OBJECT_TYPES,
  type ObjectType,
  PIPELINE_TYPE_NAMES,
  type PipelineType,
  parseObjectType,
  timelineActivities,
  withArticle,
} from "./object-types.ts";
export {
  COLORS,
  type Color,
  optionColor,
  PROPERTY_DEFAULTS,
  PROPERTY_TYPES,
  type PropertyDefinition,
  type PropertyOption,
  type PropertyRules,
  type PropertyType,
  type RuleName,
  stageColor,
} from "./property.ts";
export {
  addAll,
  addDecimals,
  allowedBy,
  asMoment,
  type BrokenRule,
  brokenRules,
  compareDecimals,
  countDecimals,
  dayValue,
  isDay,
  isPeriod,
  type MatchesPattern,
  multiplyDecimals,
  negative,
  PERIOD_UNITS,
  RULES_OF_TYPES,
  rulesIn,
  withoutMidnight,
} from "./property-rules.ts";
export { MAX_PINS, REPORT_NAMES, type ReportName } from "./reports.ts";
export {
  ADMIN_ROLES,
  type AdminRole,
  KEY_SCOPES,
  PUBLIC_SCOPES,
  recordScopes,
  scopesOfType,
  WORKSPACE_SCOPES,
} from "./scopes.ts";
export { OWNER, PIPELINE_AND_STAGE } from "./shared-properties.ts";
