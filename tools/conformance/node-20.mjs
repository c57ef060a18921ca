import { register } from 'node:module';

// The conformance suite imports `globSync` of `fs`, which came with Node 22, and uses it for nothing that is run here.
// For the suite alone, `fs` is a module that has it and throws.
const fsWithGlob = `
  export * from 'node:fs';
  export { default } from 'node:fs';
  export const globSync = () => { throw new Error('globSync takes Node 22'); };
`;
const toUrl = (source) => `data:text/javascript,${encodeURIComponent(source)}`;
const hooks = `
  const url = ${JSON.stringify(toUrl(fsWithGlob))};
  export const resolve = (specifier, context, next) => {
    const isFs = specifier === 'fs' || specifier === 'node:fs';
    const isSuite = context.parentURL?.includes('/@modelcontextprotocol/conformance/') ?? false;
    return isFs && isSuite ? { url, format: 'module', shortCircuit: true } : next(specifier, context);
  };
`;
register(toUrl(hooks));
