import { fromDesign, fromGuide } from './requirement.js';

/** What bodies hold, and how they are read. */
export const bodies = {
  'bodies:digits': fromDesign(
    'execution#filling-in',
    'A number of JSON that is read and written again keeps its digits, beyond 2^53 and 1e308 too; scripts see doubles.',
  ),
  'bodies:parts': fromGuide(
    'executions',
    'A part of a form may have a content type, a file name and headers, be it text or a file; a file without a type has that of its extension, and one may stand in the request as a data URL.',
  ),
  'bodies:text': fromGuide(
    'executions',
    'Bytes that can be read as text are text, whatever their media type: by byte order mark, content type, their own declaration, or as UTF-8.',
  ),
  'bodies:undecodable': fromGuide(
    'executions',
    'Bytes that mean nothing in their charset are named: a response has a diagnostic, and a file is refused.',
  ),
  'send:body-fails': fromGuide(
    'executions',
    'When only the body of a response fails, its status, its headers and what arrived stand beside the error, and scripts see them.',
  ),
};
