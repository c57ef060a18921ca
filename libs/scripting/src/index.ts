export { defaultLimits, readScriptLimits, type ScriptLimits } from './limits.js';
export { createScriptRuntime, type OpenScriptRuntime, type ScriptRuntimeOptions } from './runtime.js';
