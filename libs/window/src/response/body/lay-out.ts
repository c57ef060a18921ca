import type { BodyFormat } from './body-format.js';
import { indentJson } from './indent-json.js';
import { loadPart } from '../../served/load-part.js';

/** The same for every language, so that a response looks like the request's own bodies. */
const common = { indent_size: 2, end_with_newline: false, preserve_newlines: true, max_preserve_newlines: 1 };

/** For XML, the formatter treats no element as empty, inline or preformatted because of its name, as it does in HTML. */
const xmlOptions = {
  ...common,
  preserve_newlines: false,
  wrap_line_length: 0,
  indent_inner_html: true,
  void_elements: [],
  inline: [],
  unformatted: [],
  content_unformatted: [],
};

const beautify = async () => (await loadPart(() => import('js-beautify'))).default;

const isValidJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Formatted text, with line breaks and indentation; unchanged if it has no structure or is invalid. */
export const prettyPrint = async (text: string, format: BodyFormat): Promise<string> => {
  switch (format) {
    case 'text':
      return text;
    case 'json':
      return isValidJson(text) ? indentJson(text) : text;
    case 'css':
      return (await beautify()).css(text, common);
    case 'javascript':
      return (await beautify()).js(text, common);
    case 'html':
      return (await beautify()).html(text, { ...common, wrap_line_length: 0 });
    case 'xml':
      return (await beautify()).html(text, xmlOptions);
  }
};
