import { ChooseSecretHosts, ListSecretHosts, SecretHostList } from '@tandem/application';

import { method, reads, replaces } from '../method.js';

/** A person decides where a secret may be sent, so these are for people only. */
export const secretHostsList = method({
  name: 'secret_hosts_list',
  title: 'Hosts of secrets',
  description: 'Lists where each secret of a workspace may be sent; never the values.',
  audience: 'person',
  params: ListSecretHosts,
  result: SecretHostList,
  effects: reads,
  handle: (application) => application.secretHosts.list,
});

export const secretHostsChoose = method({
  name: 'secret_hosts_choose',
  title: 'Choose the hosts of a secret',
  description: 'Lets a secret be sent to these hosts only, or to any.',
  audience: 'person',
  params: ChooseSecretHosts,
  result: SecretHostList,
  effects: { ...replaces, destructive: false },
  handle: (application) => application.secretHosts.choose,
});
