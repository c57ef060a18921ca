/** Whether a string is probably a curl command. */
export const isCurl = (text: string): boolean =>
  /^\s*(?:[$>%]\s+|PS [^>\n]*>\s*)?curl(?:\.exe)?[\s^\\`]/i.test(text);
