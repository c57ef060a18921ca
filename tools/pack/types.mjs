import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { root } from '../launch/say.mjs';

const scope = '@tandem/';
const specifiers = /(?<=(?:from |import\(|import )['"])[^'"]+(?=['"])/g;
const toPackageName = (specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

/** Finds the declaration file that a specifier refers to, relative to the repository; undefined for a package from npm. */
const findDeclaration = (specifier, from) => {
  if (specifier.startsWith('.')) return join(dirname(from), specifier.replace(/\.js$/, '.d.ts'));
  if (!specifier.startsWith(scope)) return undefined;
  const [lib, ...rest] = specifier.slice(scope.length).split('/');
  const { exports } = JSON.parse(readFileSync(join(root, 'libs', lib, 'package.json'), 'utf8'));
  return join('libs', lib, exports[['.', ...rest].join('/')].types);
};

/** `apps/x/dist/y.d.ts` in the repository is `apps/x/y.d.ts` in the package. */
const getLocation = (file) => file.replace('/dist/', '/');

/**
 * Copies the declarations reachable from an entry to `folder`, with relative imports of libraries.
 * @returns the packages from npm that they import
 */
export const copyTypes = (entry, folder) => {
  const packages = new Set();
  const seen = new Set();
  const visit = (file) => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = readFileSync(join(root, file), 'utf8').replace(specifiers, (specifier) => {
      const target = findDeclaration(specifier, file);
      if (target === undefined) {
        if (!specifier.startsWith('node:')) packages.add(toPackageName(specifier));
        return specifier;
      }
      visit(target);
      const path = relative(dirname(getLocation(file)), getLocation(target)).replaceAll('\\', '/');
      return `${path.startsWith('.') ? '' : './'}${path.replace(/\.d\.ts$/, '.js')}`;
    });
    const to = join(folder, getLocation(file));
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, text.replace(/\n?\/\/# sourceMappingURL=.*\n?$/, '\n'));
  };
  visit(entry);
  return [...packages];
};
