import { fromDesign } from './requirement.js';

/** Texts with a grammar, which are filled in before they are parsed. */
export const text = {
  'body:json:invalid': fromDesign(
    'execution#filling-in',
    'A JSON body that is not JSON is sent as it is with its type, and BODY_NOT_JSON says so.',
  ),
  'body:json:comments': fromDesign(
    'execution#filling-in',
    'A JSON body is sent without its comments; the rest of it is unchanged.',
  ),
  'text:grammar': fromDesign(
    'execution#filling-in',
    'A value in a literal of a GraphQL document, of GraphQL variables or of the claims and the header of a JWT is escaped.',
  ),
  'text:graphql-variables': fromDesign(
    'execution#filling-in',
    'GraphQL variables may be text: it is kept, filled in and then read, with comments and trailing commas.',
  ),
  'text:visible': fromDesign(
    'imports#reading-and-storing-are-apart',
    'Invisible and bidirectional characters of names, messages and bodies are shown escaped: in the tree, tabs, messages and questions of the window, in every reporter, in errors and plans of the command, and in text for agents.',
  ),
} as const;
