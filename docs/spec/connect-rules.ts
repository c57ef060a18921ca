import { fromDesign } from './requirement.js';

/** Adding Tandem to the configuration of MCP clients. */
export const connect = {
  'connect:found': fromDesign(
    'mcp#connecting-clients',
    'The MCP clients of a machine are found by their configuration files, on Linux, macOS and Windows.',
  ),
  'connect:unchanged': fromDesign(
    'mcp#connecting-clients',
    'Connecting adds one entry and disconnecting removes it; everything else in the file keeps its bytes, its permissions and its links.',
  ),
  'connect:asked': fromDesign(
    'mcp#connecting-clients',
    'A file is changed after its change was shown and confirmed, and a backup was made.',
  ),
  'connect:unusable': fromDesign(
    'mcp#connecting-clients',
    'A file that is broken, read-only or of another form is not changed; the error has the line and what to do.',
  ),
  'connect:entry': fromDesign(
    'mcp#connecting-clients',
    'The entry starts `tandem mcp --stdio`, by absolute paths where `tandem` is not on the path.',
  ),
} as const;
