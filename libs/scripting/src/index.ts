export { createDynamicValues } from './dynamic/dynamic-values.js';
export { defaultLimits, readScriptLimits, type ScriptLimits } from './limits.js';
export { createScriptRuntime, type OpenScriptRuntime, type ScriptRuntimeOptions } from './runtime.js';
