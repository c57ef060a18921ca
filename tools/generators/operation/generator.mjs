import { join } from 'node:path';

import { formatFiles, generateFiles, names } from '@nx/devkit';

const application = 'libs/application/src';
const list = `${application}/operations.ts`;

/** `requests_count` is the use case `count` of the subject `requests`, in `requests/count-requests.ts`. */
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

const importOf = /^import [^;]*? from '(\.[^']+)';\n/gm;

/** Adds the operation to the list from which interfaces derive their methods and tools. */
const listOperation = (tree, { constant, folder, file }) => {
  const text = tree.read(list, 'utf8') ?? '';
  const path = `./${folder}/${file}.js`;
  const next = [...text.matchAll(importOf)].find(([, other]) => other > path);
  const end = '\n] as const;\n\n/** The operations, for code';
  if (next === undefined || !text.includes(end))
    throw new Error(`${list} has no imports of operations, or no list that ends with "] as const;"`);
  const imported = `import { ${constant} } from '${path}';\n`;
  const withImport = `${text.slice(0, next.index)}${imported}${text.slice(next.index)}`;
  tree.write(list, withImport.replace(end, `\n  ${constant},${end}`));
};

/** Adds an operation with the codecs of its arguments and result, its use case and its test. */
export default async function generateOperation(tree, { name, description, effects = 'reads', folder }) {
  const all = namesOf(name, folder);
  const target = join(application, all.folder);
  if (tree.exists(join(target, `${all.file}.ts`))) throw new Error(`${target}/${all.file}.ts already exists`);
  generateFiles(tree, join(import.meta.dirname, 'files'), target, {
    ...all,
    name,
    description,
    effects,
    tmpl: '',
  });
  listOperation(tree, all);
  await formatFiles(tree);
  return () =>
    process.stdout.write(
      'To add it to the list of tools and their guide: npx vitest run libs/mcp/src/tools --update\n',
    );
}
