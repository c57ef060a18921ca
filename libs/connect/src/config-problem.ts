/** Why a configuration file is left alone, with its line if one is at fault. */
export class ConfigProblem extends Error {
  readonly line: number | undefined;
  constructor(message: string, line?: number) {
    super(message);
    this.line = line;
  }
}
