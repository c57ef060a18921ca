const sentences = {
  EMFILE: 'the limit of open files is too low; raise it, for example with: ulimit -n 4096',
  ENOSPC: 'the disk is full',
};

/**
 * Describes a problem with the environment of this process in one line; undefined for other errors.
 * @param {NodeJS.ErrnoException} error
 */
export const describeFailure = ({ code, syscall, path, message }) => {
  if (code === 'TOOL_MISSING') return message;
  if (syscall === 'uv_cwd') return 'the working directory was deleted; change to another one and start again';
  if (code === 'EACCES' || code === 'EROFS')
    return `${path ?? 'the repository'} cannot be written; check its permissions`;
  return Object.hasOwn(sentences, code ?? '') ? sentences[code ?? ''] : undefined;
};
