import { createScriptRuntime, readScriptLimits, type OpenScriptRuntime } from '@tandem/scripting';

/** Starts the script hosts early, because that takes as long as loading the other modules of a run. */
export const startScripts = (env: Readonly<Record<string, string | undefined>>): OpenScriptRuntime =>
  createScriptRuntime({ limits: readScriptLimits(env) });
