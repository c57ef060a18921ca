import { posix } from 'node:path';

import { formatFiles, generateFiles, names } from '@nx/devkit';

const { dirname, join } = posix;

const application = 'libs/application/src';
const list = `${application}/operations.ts`;

/** Splits the name of an operation: `requests_count` is the use case `count` of the subject `requests`, in `requests/count-requests.ts`. */
const namesOf = (name, folder) => {
  const [subject, ...action] = name.split('_');
  return {
    subject,
    folder: folder ?? subject,
    constant: names(name).propertyName,
    member: names(action.join('-')).propertyName,
    file: [...action, subject].join('-'),
    title: [...action, subject].join(' ').replace(/^./, (first) => first.toUpperCase()),
  };
};

const importPattern = /^import [^;]*? from '(\.[^']+)';\n/gm;

/** Adds an import beside those of the same folder, in the order of their paths. */
const addImport = (text, constant, path) => {
  const imports = [...text.matchAll(importPattern)].map(({ 0: line, 1: from, index }) => ({
    from,
    start: index,
    end: index + line.length,
  }));
  const ofFolder = imports.filter(({ from }) => dirname(from) === dirname(path));
  const others = ofFolder.length === 0 ? imports : ofFolder;
  const position = others.find(({ from }) => from > path)?.start ?? others.at(-1)?.end;
  if (position === undefined) throw new Error(`${list} has no imports of operations`);
  return `${text.slice(0, position)}import { ${constant} } from '${path}';\n${text.slice(position)}`;
};

/** Adds an operation after the last one of its subject, or at the end of the list. */
const addEntry = (text, constant, subject) => {
  const found = /^export const operations = \[\n([^\]]*)\] as const;$/m.exec(text);
  if (found === null) throw new Error(`${list} has no list "operations" that ends with "] as const;"`);
  const start = found.index + found[0].indexOf('\n') + 1;
  const entries = found[1].split(/(?<=\n)/);
  const last = entries.findLastIndex((line) => new RegExp(`^ *${subject}[A-Z]`).test(line));
  const position = start + (last < 0 ? entries : entries.slice(0, last + 1)).join('').length;
  return `${text.slice(0, position)}  ${constant},\n${text.slice(position)}`;
};

/** Adds the operation to the list from which interfaces derive their methods and tools. */
const listOperation = (tree, { constant, subject, folder, file }) => {
  const text = tree.read(list, 'utf8') ?? '';
  tree.write(list, addEntry(addImport(text, constant, `./${folder}/${file}.js`), constant, subject));
};

/** The constant for each choice of effects. */
const effectConstants = {
  reads: 'readEffects',
  adds: 'addEffects',
  replaces: 'replaceEffects',
  sends: 'sendEffects',
};

/** Adds an operation with the codecs of its arguments and result, its use case and its test. */
export default async function generateOperation(
  tree,
  { name, title = '', description, effects = 'reads', audience = 'person', folder },
) {
  const all = namesOf(name, folder);
  const target = join(application, all.folder);
  if (tree.exists(join(target, `${all.file}.ts`))) throw new Error(`${target}/${all.file}.ts already exists`);
  generateFiles(tree, join(import.meta.dirname, 'files'), target, {
    ...all,
    ...(title === '' ? {} : { title }),
    name,
    description,
    effects: effectConstants[effects],
    audience,
    tmpl: '',
  });
  listOperation(tree, all);
  await formatFiles(tree);
  if (audience === 'person') return undefined;
  return () =>
    process.stdout.write(
      'Agents get it as a tool. Their list is full: see "Add an operation" in CONTRIBUTING.md if a test of its size fails. To renew the list and its guide: npx vitest run libs/mcp/src/tools --update\n',
    );
}
