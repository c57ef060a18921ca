export { oauth2Of, tokenCallOf } from './auth/authorize.js';
export { addTokenPlaceholders } from './auth/named-token.js';
export { tokenNameOf, addTokenPlaceholder } from './auth/token-auth.js';
export type { ReceivedResponse } from './received-response.js';
export { base64 } from './base64.js';
export { bodyCost, createBodyBudget, defaultBodiesInFlight } from './body-budget.js';
export {
  type Around,
  type CallsLeft,
  createScriptCalls,
  type Refusal,
  type ScriptCalls,
} from './calls/script-calls.js';
export { type CallOutcome, secretsIn } from './calls/send-for-script.js';
export { type CodeLanguage, codeLanguages, codeOf } from './code/languages.js';
export { toPlainRequest } from './code/plain-request.js';
export { type CurlInput, toCurlArguments } from './curl/curl-words.js';
export { createMasking, schemeMark, type Placeholders } from './curl/masking.js';
export { shellWord, type Word, wordBytes } from './curl/shell-word.js';
export { type RequestDraft, draftOf, draftOfSome } from './draft.js';
export { cancelledFault, fault } from './fault.js';
export { fetchDocument } from './fetch-document.js';
export { connectTo } from './connections/connect.js';
export type { Connection } from './connections/judge-connection.js';
export {
  partsOfUnverified,
  proxyKey,
  type ReviewedSetting,
  tlsKeys,
  toUnverifiedSetting,
} from './connections/reviewed-settings.js';
export { collectRequestTexts } from './hosts/departing-text.js';
export type { BoundHere } from './hosts/judge-hosts.js';
export { headerOf } from './headers.js';
export { connectionsOf, inherit } from './inherit.js';
export { type InterpolationResult, interpolate, type Scope } from './interpolate.js';
export { invalidJsonNotes } from './json-problem.js';
export { noScript } from './no-script.js';
export { createUseCheck } from './unused-variables.js';
export { type Preparation, prepare } from './prepare.js';
export { begin, type Context, type LoadedData, type Run } from './run.js';
export { addRetainedVariables } from './kept-variables.js';
export { fillEnvironmentSecrets, secretsOfRun } from './run-secrets.js';
export { scopeOf, type Sources } from './scope.js';
export { responseView, scriptBodyBytes } from './script-view.js';
export { toOutgoingRequest } from './send.js';
export { originsOf } from './origins/origins-of.js';
export { finalOrigins } from './origins/final-origins.js';
export { hideOriginSecrets } from './origins/hidden-origins.js';
export { proxyOf } from './proxy.js';
export { tlsOf } from './tls-files.js';
export { toSentRequest, toDisplayedRequest } from './sent.js';
export { follow, followToSend, type Progress } from './steps.js';
export { userAgentOf } from './user-agent.js';
export { decodeUtf8, truncate as cutText } from './body.js';
export { cutBody, summarise, usedEnvironment, hideResultSecrets } from './summarise.js';
