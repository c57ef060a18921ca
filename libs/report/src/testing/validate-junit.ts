import { validateXML } from 'xmllint-wasm';

import { junitSchema } from './junit-10.js';

/** The errors that libxml2 finds in a file. */
export const findJunitErrors = async (contents: string): Promise<readonly string[]> => {
  const { errors } = await validateXML({
    xml: [{ fileName: 'report.xml', contents }],
    schema: [junitSchema],
    maxMemoryPages: 8192,
  });
  return errors.map(({ message }) => message);
};
