/** A script of another tool as line comments below a title; it is kept to be rewritten. */
export const commentOutScript = (title: string, script: string): string =>
  [`${title}, which does not run here:`, ...script.trimEnd().split(/\r\n|[\n\r\u2028\u2029]/)]
    .map((line) => `// ${line}`.trimEnd())
    .join('\n')
    .concat('\n');
