interface Named {
  readonly name: string;
}

const counted = (count: number, noun: string): readonly string[] =>
  count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`];

/** The question before an environment is deleted: what is deleted with it, secrets by name. */
export const lossWords = ({
  name,
  variables,
  secrets,
}: Named & { readonly variables: readonly Named[]; readonly secrets: readonly Named[] }): string => {
  const names = secrets.map((secret) => secret.name).join(', ');
  const parts = [
    ...counted(variables.length, 'variable'),
    ...counted(secrets.length, 'secret').map((words) => `${words} (${names})`),
  ];
  if (parts.length === 0) return `Delete ${name}? It is empty.`;
  return `Delete ${name} with ${parts.join(' and ')}? This cannot be undone.`;
};
