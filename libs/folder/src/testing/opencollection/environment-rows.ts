import { unwrapResult } from '@tandem/core/testing';

import type { House } from '../house.js';
import type { Part, Row } from './row.js';

const formatVariable = (yaml: string): string => `variables:\n  - name: v\n${yaml}`;

const rows: readonly Row[] = [
  { construct: 'name', yaml: '', makes: { name: 'E' } },
  { construct: 'color', yaml: 'color: "#ff0000"', makes: { color: '#ff0000' } },
  { construct: 'description', yaml: 'description: d', makes: { description: 'd' } },
  {
    construct: 'description with a type',
    yaml: 'description:\n  content: d\n  type: text/markdown',
    makes: { description: 'd' },
  },
  {
    construct: 'extends',
    yaml: 'extends: Base',
    makes: { extends: 'Base' },
    says: 'extends "Base", which is not an environment here; create it or choose another base',
  },
  {
    construct: 'variables',
    yaml: formatVariable('    value: "1"\n    disabled: true'),
    makes: { variables: [{ name: 'v', value: '1', enabled: false }] },
  },
  {
    construct: 'variables with a type',
    yaml: formatVariable('    value:\n      type: number\n      data: "1"'),
    makes: { variables: [{ name: 'v', value: '1', type: 'number' }] },
  },
  {
    construct: 'variables with values to choose from',
    yaml: formatVariable(
      '    value:\n      - title: a\n        selected: true\n        value: "1"\n      - title: b\n        value: "2"',
    ),
    makes: { variables: [{ name: 'v', value: '1' }] },
  },
  { construct: 'variables, description', yaml: formatVariable('    value: "1"\n    description: why') },
  { construct: 'variables, transient', yaml: formatVariable('    value: "1"\n    transient: true') },
  {
    construct: 'variables that are secret',
    yaml: 'variables:\n  - secret: true\n    name: s',
    makes: { secrets: [{ name: 's', value: '' }] },
  },
  {
    construct: 'clientCertificates',
    yaml: 'clientCertificates:\n  - domain: a.example\n    type: pem\n    certificateFilePath: c.pem\n    privateKeyFilePath: k.pem',
  },
  { construct: 'dotEnvFilePath', yaml: 'dotEnvFilePath: .env' },
  { construct: 'extensions of other tools', yaml: 'x-other:\n  a: 1' },
];

const findEnvironment = async (house: House) => {
  const environment = (await house.environments()).find(({ name }) => name === 'E');
  if (environment === undefined) throw new Error('The environment is not there');
  return environment;
};

export const environmentPart: Part = {
  name: 'an environment',
  file: 'environments/e.yml',
  textOf: (yaml) => `name: E\n${yaml}${yaml === '' ? '' : '\n'}`,
  read: findEnvironment,
  change: async (house) => {
    const { id } = await findEnvironment(house);
    await unwrapResult(house.application.environments.update({ id, variables: { w: '2' } }));
  },
  rows,
};
