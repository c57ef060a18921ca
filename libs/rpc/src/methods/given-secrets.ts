import { DecideGivenSecret, ListGivenSecrets } from '@tandem/application';
import { ProvidedSecretList } from '@tandem/core';

import { method, reads, replaces } from '../method.js';

/** A person decides which workspace gets values from the process environment, so these are for people only. */
export const givenSecretsList = method({
  name: 'given_secrets_list',
  title: 'Given secrets',
  description:
    "Lists the secrets of a workspace that only have a value in the process's environment, and whether each is allowed; never the values.",
  audience: 'person',
  params: ListGivenSecrets,
  result: ProvidedSecretList,
  effects: reads,
  handle: (application) => application.givenSecrets.list,
});

export const givenSecretsDecide = method({
  name: 'given_secrets_decide',
  title: 'Allow or refuse a given secret',
  description:
    "Allows or refuses a workspace the use of the value that the process's environment has for one of its secrets.",
  audience: 'person',
  params: DecideGivenSecret,
  result: ProvidedSecretList,
  effects: { ...replaces, destructive: false },
  handle: (application) => application.givenSecrets.decide,
});
