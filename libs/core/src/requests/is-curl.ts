/** Whether a text is meant as a curl command. */
export const isCurl = (text: string): boolean =>
  /^\s*(?:[$>%]\s+|PS [^>\n]*>\s*)?curl(?:\.exe)?[\s^\\`]/i.test(text);
