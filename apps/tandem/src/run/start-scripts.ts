import { createScriptRuntime, readScriptLimits, type OpenScriptRuntime } from '@tandem/scripting';

/** Starts the script hosts, which takes as long as loading the rest of a run. */
export const startScripts = (env: Readonly<Record<string, string | undefined>>): OpenScriptRuntime =>
  createScriptRuntime({ limits: readScriptLimits(env) });
