import type { Handler, OwnHandler } from '../messages.js';
import type { CalledHandler } from './handlers.js';

/** A script's exports and declarations by name. */
export type Functions = Readonly<Partial<Record<OwnHandler, unknown>>>;

const names: readonly OwnHandler[] = ['onRequest', 'onResponse', 'onTest'];

const every: readonly Handler[] = ['beforeRequest', ...names];

const isGenerator = (handler: object): boolean =>
  /^\[object (Async)?GeneratorFunction\]$/.test(Object.prototype.toString.call(handler));

/** Maximum number of exported functions compared with handler names. */
const maxOthers = 20;

/** Exported functions that are not handlers. The host decides which of them almost have a handler's name. */
const findOtherFunctions = (exported: Functions, where: string) =>
  Object.entries(exported)
    .filter(
      ([name, value]) =>
        typeof value === 'function' && name !== 'default' && !names.includes(name as OwnHandler),
    )
    .slice(0, maxOthers)
    .map(([name]) => ({ code: 'HANDLER_UNKNOWN', message: name.slice(0, 40), where }));

/** The handlers of modules: exported ones, or only declared ones, with a diagnostic. */
export const createHandlerList = () => {
  const none = (): Record<Handler, CalledHandler[]> => ({
    beforeRequest: [],
    onRequest: [],
    onResponse: [],
    onTest: [],
  });
  const of = none();
  const foreign = none();
  let isSequential = false;
  let diagnostics: { code: string; message: string; where: string }[] = [];
  return {
    /** Makes onResponse and onTest also run from the outside in. */
    runInward: (): void => {
      isSequential = true;
    },
    /** The handlers with a name in execution order, and whether that is from the outside in. */
    named: (name: Handler): { readonly called: readonly CalledHandler[]; readonly isInward: boolean } => {
      const isInward = isSequential || name === 'onRequest';
      const own = isInward ? of[name] : [...of[name]].reverse();
      return { called: foreign[name].length === 0 ? own : [...foreign[name], ...own], isInward };
    },
    /** Adds another tool's script. Those run first, from the outside in. */
    addForeign: (name: Handler, called: CalledHandler): void => {
      foreign[name].push(called);
    },
    add: (script: string | null, exported: Functions, declared: Functions): void => {
      diagnostics.push(...findOtherFunctions(exported, script ?? 'script'));
      if ('default' in exported) {
        const message = 'The default export is ignored; export onRequest, onResponse and onTest by name.';
        diagnostics.push({ where: script ?? 'script', code: 'SCRIPT_NO_HANDLER', message });
      }
      for (const name of names) {
        const where = script ?? name;
        const handler = exported[name] ?? declared[name];
        if (name in exported && typeof handler !== 'function') {
          const message = `${name} is exported, but is not a function when the script loads.`;
          diagnostics.push({ where, code: 'SCRIPT_NO_HANDLER', message });
        }
        if (typeof handler !== 'function') continue;
        if (isGenerator(handler)) {
          const message = `${name} is a generator, so its body would not run; remove the * after function.`;
          diagnostics.push({ where, code: 'SCRIPT_NO_HANDLER', message });
          continue;
        }
        of[name].push({ script, handler: handler as CalledHandler['handler'] });
        if (exported[name] !== undefined) continue;
        diagnostics.push({
          where,
          code: 'SCRIPT_NO_EXPORT',
          message: `${name} is declared but not exported; write "export" before it.`,
        });
      }
    },
    absent: (): readonly Handler[] => every.filter((name) => of[name].length + foreign[name].length === 0),
    take: () => {
      const said = diagnostics;
      diagnostics = [];
      return said;
    },
  };
};
