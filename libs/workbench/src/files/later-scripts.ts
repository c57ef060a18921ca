import { createScriptRuntime, type OpenScriptRuntime, type ScriptLimits } from '@tandem/scripting';

/** Starts the processes that run scripts with the first script: most commands on files need none. */
export const laterScripts = (limits: ScriptLimits): OpenScriptRuntime => {
  let started: OpenScriptRuntime | undefined;
  const scripts = (): OpenScriptRuntime => (started ??= createScriptRuntime({ limits }));
  return {
    withSession: (...args) => scripts().withSession(...args),
    check: (script) => scripts().check(script),
    beyondLimit: (script) => scripts().beyondLimit?.(script) ?? null,
    nesting: limits.nesting,
    close: async () => started?.close(),
  };
};
