import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { root } from '../launch/say.mjs';

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** Finds the folder of the package that contains a bundled file; undefined for a file of this repository. */
const findPackageFolder = (file) => {
  const found = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file.replaceAll('\\', '/'));
  return found === null ? undefined : join(root, found[1]);
};

/** Finds the folder of a dependency as Node resolves it. */
const resolveDependency = (name, from) => {
  const folder = join(from, 'node_modules', name);
  if (existsSync(join(folder, 'package.json'))) return folder;
  return dirname(from) === from ? undefined : resolveDependency(name, dirname(from));
};

/** Lists the folders of all packages that a library of this repository needs, for code that another tool has bundled. */
export const listDependencyFolders = (lib) => {
  const found = new Set();
  const visit = (folder) => {
    for (const name of Object.keys(readJson(join(folder, 'package.json')).dependencies ?? {})) {
      const at = name.startsWith('@tandem/') ? undefined : resolveDependency(name, folder);
      if (at === undefined || found.has(at)) continue;
      found.add(at);
      visit(at);
    }
  };
  visit(join(root, 'libs', lib));
  return [...found];
};

const licenceFile = /^(licen[cs]e|copying|notice)/i;

const readLicenceTexts = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && licenceFile.test(entry.name))
    .map(({ name }) => readFileSync(join(folder, name), 'utf8').trim());

const getLicence = ({ license, licenses }) =>
  (typeof license === 'string' ? license : license?.type) ?? licenses?.[0]?.type ?? 'see the package';

/**
 * Collects the licences of all packages whose code the npm package contains.
 * @param {readonly string[]} files bundled files, relative to the repository
 * @param {readonly string[]} folders of packages
 */
export const createNotices = (files, folders) => {
  const all = new Set([...files.map(findPackageFolder), ...folders].filter((folder) => folder !== undefined));
  const entries = [...all].map((folder) => {
    const manifest = readJson(join(folder, 'package.json'));
    const texts = readLicenceTexts(folder);
    return {
      title: `${manifest.name} ${manifest.version} (${getLicence(manifest)})`,
      text: texts.length > 0 ? texts.join('\n\n') : `Licence: ${getLicence(manifest)}`,
    };
  });
  const byTitle = new Map(entries.map(({ title, text }) => [title, text]));
  const sections = [...byTitle]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([title, text]) => `## ${title}\n\n${text}\n`);
  return `# Third-party notices\n\nThis package contains code of the following packages.\n\n${sections.join('\n')}`;
};
