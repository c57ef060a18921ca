import { register } from 'node:module';

// The conformance suite imports `globSync` from `fs`, which Node 20 lacks, but the scenarios here do not use it. For
// the suite only, this replaces `fs` by a module whose `globSync` throws.
const fsWithGlob = `
  export * from 'node:fs';
  export { default } from 'node:fs';
  export const globSync = () => { throw new Error('globSync takes Node 22'); };
`;
const toDataUrl = (source) => `data:text/javascript,${encodeURIComponent(source)}`;
const hooks = `
  const url = ${JSON.stringify(toDataUrl(fsWithGlob))};
  export const resolve = (specifier, context, next) => {
    const isFs = specifier === 'fs' || specifier === 'node:fs';
    const isSuite = context.parentURL?.includes('/@modelcontextprotocol/conformance/') ?? false;
    return isFs && isSuite ? { url, format: 'module', shortCircuit: true } : next(specifier, context);
  };
`;
register(toDataUrl(hooks));
