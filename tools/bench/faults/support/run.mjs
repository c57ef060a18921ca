import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Runs one measurement in this process and sends its figures to the parent. */
const [file, root, folder] = process.argv.slice(2);
const importLibrary = (library) =>
  import(pathToFileURL(join(root, 'libs', library, 'dist', 'index.js')).href);

const { measure } = await import(pathToFileURL(file).href);
const figures = await measure({ root, product: importLibrary, folder });
process.send({ figures }, () => process.exit());
