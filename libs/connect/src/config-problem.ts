/** Why a configuration file is not changed, with the line if known. */
export class ConfigProblem extends Error {
  readonly line: number | undefined;
  constructor(message: string, line?: number) {
    super(message);
    this.line = line;
  }
}
