export { fillOAuth2, createTokenCall } from './auth/authorize.js';
export { addTokenPlaceholders } from './auth/named-token.js';
export { findTokenName, addTokenPlaceholder } from './auth/token-auth.js';
export {
  type ReceivedResponse,
  type ExecutionBoundSecret,
  createExecutionState,
  type ExecutionContext,
  type LoadedData,
  type ExecutionState,
  listChangedSecrets,
} from './execution-state.js';
export { encodeBase64 } from './auth/prepare-auth.js';
export { bodyCost, createBodyBudget, defaultBodiesInFlight } from './bodies/body-budget.js';
export {
  type ScriptCallContext,
  type CallsLeft,
  createScriptCalls,
  type Refusal,
  type ScriptCalls,
} from './scripts/script-calls.js';
export { type CallOutcome } from './scripts/send-for-script.js';
export { type CodeLanguage, codeLanguages, generateCode } from './code/compiled-languages.js';
export { toPlainRequest } from './code/plain-request.js';
export { type CurlInput, toCurlArguments } from './curl/curl-words.js';
export { createTextMask, schemeMark, type Placeholders } from './curl/masking.js';
export { quoteWord, type Word, countWordBytes } from './curl/shell-word.js';
export { type RequestDraft, createDraft, toRequestDraft } from './request/draft.js';
export { cancelledFault, createFault } from './fault.js';
export { fetchDocument } from './destinations/fetch-document.js';
export { connectTo, fillProxy, loadTlsOptions } from './destinations/connect.js';
export {
  type Connection,
  parseUnverifiedKey,
  toProxySetting,
  type ReviewedSetting,
  listTlsSettings,
  toUnverifiedSetting,
} from './destinations/connection-guard.js';
export { collectRequestTexts } from './destinations/guard.js';
export { findHeader, formatUserAgent } from './filling/headers.js';
export { getWorkspaceConnections, inherit } from './request/inherit.js';
export { type InterpolationResult, interpolate, type Scope } from './filling/interpolate.js';
export { describeInvalidJson } from './bodies/json-problem.js';
export { noScript } from './scripts/no-script.js';
export { createUseCheck } from './steps/interpolate-request.js';
export { type Preparation, prepare } from './filling/prepare.js';
export { addRetainedVariables, dropReplacedGlobals } from './steps/before-request.js';
export {
  createVariableLookup,
  listEnvironmentSecrets,
  getScope,
  seedDynamicValues,
  type Sources,
  removeReplacedSecrets,
} from './filling/scope.js';
export { toScriptResponse, scriptBodyBytes } from './scripts/script-view.js';
export { toOutgoingRequest } from './steps/send.js';
export { listOrigins } from './origins/origins-of.js';
export { listFinalOrigins, redactOrigins } from './origins/final-origins.js';
export {
  toSentRequest,
  toDisplayedRequest,
  cutBody,
  summarise,
  summariseEnvironment,
  redactResult,
} from './result/summarise.js';
export { executeScriptsOnResponse, executeSteps, executeStepsToSend, type Progress } from './execution.js';
export { decodeUtf8, truncate as cutText } from './bodies/body.js';
