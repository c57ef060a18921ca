/** Where a file is invalid; line and column start at 1. */
export interface Fault {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export const createFault = (line: number, column: number, message: string): Fault => ({
  line,
  column,
  message,
});

export const isFault = (value: object): value is Fault => 'message' in value;
