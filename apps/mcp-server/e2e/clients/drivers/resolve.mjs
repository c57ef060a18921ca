import { register } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

// The clients are not packages of this repository. The drivers find them in the folder that is an argument of this process.
const parent = pathToFileURL(join(process.argv[2] ?? '', 'package.json')).href;
const drivers = new URL('.', import.meta.url).href;
const hooks = `
  export const resolve = (specifier, context, next) =>
    /^[a-z@]/.test(specifier) && !specifier.startsWith('node:') && context.parentURL?.startsWith(${JSON.stringify(drivers)})
      ? next(specifier, { ...context, parentURL: ${JSON.stringify(parent)} })
      : next(specifier, context);
`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
