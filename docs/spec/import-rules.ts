import { decided } from './requirement.js';

/** Documents of other tools that are taken in. */
export const imports = {
  'import:formats': decided(
    266,
    'Postman, OpenAPI, Swagger, Insomnia, HAR and .http are recognised by their content and become folders, requests and environments.',
  ),
  'import:left-out': decided(266, 'Whatever of a document has no counterpart is named, with its place.'),
  'import:secrets': decided(266, 'Credentials in a document become secrets of an environment.'),
  'import:plan': decided(266, 'A dry run says what an import would make, and changes nothing.'),
  'import:whole': decided(266, 'An import makes everything or nothing, in a new folder.'),
  'import:refused': decided(
    266,
    'A document that cannot be read is refused with the place of the problem, and limits bound what it costs.',
  ),
  'import:local': decided(
    266,
    'Nothing is fetched for an import, and no reference leads out of the document.',
  ),
} as const;
