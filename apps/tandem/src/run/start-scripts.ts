import { createScriptRuntime, limitsFromEnvironment, type OpenScriptRuntime } from '@tandem/scripting';

/** Starts the script hosts, which need as long as loading the rest of a run. */
export const startScripts = (env: NodeJS.ProcessEnv): OpenScriptRuntime =>
  createScriptRuntime({ limits: limitsFromEnvironment(env) });
