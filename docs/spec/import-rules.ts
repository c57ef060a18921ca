import { fromDecision, fromGuide } from './requirement.js';

/** Documents of other tools that are taken in. */
export const imports = {
  'import:formats': fromDecision(
    266,
    'Postman, OpenAPI, Swagger, Insomnia, HAR and .http are recognised by their content and become folders, requests and environments.',
  ),
  'import:left-out': fromDecision(266, 'Whatever of a document has no counterpart is named, with its place.'),
  'import:styles': fromDecision(
    383,
    'A parameter of OpenAPI is written by its style and explode, and one of Swagger by its collectionFormat.',
  ),
  'import:samples': fromDecision(
    383,
    'A value that a description of an API does not give is one that its schema allows.',
  ),
  'import:servers': fromDecision(383, 'Servers of a path or an operation replace those of the document.'),
  'import:media-types': fromDecision(
    383,
    'A body has the media type that its document gives it; a range of types is never sent as one.',
  ),
  'import:table': fromDecision(
    383,
    'Each construct of a format is kept, changed into what the reference says, or listed with its place.',
  ),
  'import:order': fromDecision(
    266,
    'Folders, requests and environments come in the order in which the other tool shows them; where they cannot, it is said.',
  ),
  'import:secrets': fromDecision(266, 'Credentials in a document become secrets of an environment.'),
  'import:secrets:shape': fromDecision(
    382,
    'A name and the shape of a value tell a secret: words, numbers, addresses and placeholders are none.',
  ),
  'import:secrets:place': fromDecision(
    382,
    'A value becomes a secret in its place: other text stays, nothing is left out, and what would be written in plain text refuses the import.',
  ),
  'import:secrets:environment': fromDecision(
    382,
    'Credentials that are found in a document are in the environment that comes with it, or in one that this extends.',
  ),
  'import:postman:sent': fromDecision(
    382,
    'What Postman does not send is not sent: empty forms, bodies of GET and HEAD, OAuth 1.0 without a key.',
  ),
  'import:plan': fromDecision(266, 'A dry run says what an import would make, and changes nothing.'),
  'import:whole': fromDecision(266, 'An import makes everything or nothing, in a new folder.'),
  'import:update': fromDecision(
    276,
    'Importing a document again updates what it brought: new requests come, gone ones are marked, and what a person changed stays.',
  ),
  'import:refused': fromDecision(
    266,
    'A document that cannot be read is refused with the place of the problem, and limits bound what it costs.',
  ),
  'import:bounded': fromDecision(
    381,
    'Whatever a document asks for, reading it ends within 10 s with a plan or a reason, in a thread with its own memory; examples of schemas are capped, and it is said where.',
  ),
  'import:bru': fromDecision(
    283,
    'A folder of .bru files becomes the same collection in YAML, in a new folder or in place: all of it, or nothing.',
  ),
  'import:bru-window': fromDecision(
    312,
    'The window converts a folder of .bru files that is opened, in place or into a new folder, once a person says so.',
  ),
  'import:local': fromDecision(
    277,
    'Nothing is fetched for an import, and no reference leads out of the folder of the document.',
  ),
  'import:url': fromDecision(
    348,
    'A document is fetched from a URL that a person names, past the guard and with nothing of the workspace in the request; an update fetches it again.',
  ),
  'import:curl': fromDecision(
    289,
    'Each curl command of a text becomes a request, whichever shell it is quoted for; what cannot be read is named with its line.',
  ),
  'import:several': fromDecision(
    289,
    'Several documents, and those of a folder, are imported at once: all that were named, or none.',
  ),
  'import:together': fromDecision(
    313,
    'Documents that are imported together come in one transaction, all of them or nothing, and are undone as one.',
  ),
  'import:activity': fromDecision(314, 'An import is one change in the activity, which undoes it.'),
  'import:choice': fromDecision(
    288,
    'Folders, requests and environments of a document are taken or left out by their paths and names; nothing else is made, marked or changed.',
  ),
  'import:noise': fromDecision(
    288,
    'What pages load by themselves is left out of a recording, by kind, unless it is asked for.',
  ),
  'import:window': fromDecision(
    288,
    'The window shows what an import brings as a tree with checkboxes; a folder has three states, and keys reach all.',
  ),
  'import:undone': fromDecision(
    290,
    'An update is undone as one; what was changed since stays and is named, and the next update does it again.',
  ),
  'examples:file': fromDecision(346, 'Examples of a request stand in its file where Bruno has them.'),
  'examples:import': fromDecision(
    346,
    'Saved examples of a Postman collection come along; what of them has no counterpart, or is too much, is named.',
  ),
  'examples:export': fromDecision(346, 'Examples are in documents for Postman, OpenAPI and readers.'),
  'examples:window': fromDecision(
    346,
    'A response is saved as an example, which is looked at, renamed and deleted.',
  ),
  'examples:agents': fromDecision(
    347,
    'An agent reads the names and statuses of examples, and one whole by its index.',
  ),
  'import:stopped': fromDecision(288, 'An import that is stopped makes nothing.'),
  'foreign:kept': fromDecision(261, 'Postman scripts are kept as they are, in the database and in files.'),
  'foreign:order': fromDecision(
    261,
    'Postman scripts run before ours: pre-request scripts before variables are filled in, test scripts when the response is there.',
  ),
  'foreign:interface': fromDecision(262, 'Postman scripts find the interface and the libraries of Postman.'),
  'foreign:refused': fromDecision(
    262,
    'A call that is not there fails with its name and what to use instead.',
  ),
  'foreign:detection': fromGuide(
    'import',
    'A member that another tool has and Tandem lacks is undefined, and is named when a script calls it.',
  ),
  'foreign:before:fails': fromGuide(
    'import',
    'A pre-request script of Postman that fails is a failed test: the request is sent, with what the script set before.',
  ),
  'foreign:tests:fail': fromGuide(
    'scripts',
    'A test script of Postman that throws is a failed test; what it set before is stored.',
  ),
  'foreign:locals': fromGuide(
    'scripts',
    'What pm.variables.set sets lasts for the execution and, in a run, for its iteration.',
  ),
  'foreign:layers': fromDecision(
    387,
    'Scripts of Postman set globals and variables of the collection below those of the environment, in memory.',
  ),
  'foreign:lists': fromGuide('import', 'The variables of a scope are a list too, as in Postman.'),
  'foreign:auth': fromGuide(
    'scripts',
    'A pre-request script of Postman reads, sets and changes the auth of its request, which is sent with it.',
  ),
  'foreign:disabled': fromGuide(
    'scripts',
    'What is disabled in a request is in the lists of Postman’s scripts, which may enable it.',
  ),
  'foreign:graphql': fromGuide(
    'scripts',
    'The body of a GraphQL request is query and variables for scripts of Postman, before and after it is sent.',
  ),
  'foreign:clear': fromDecision(
    400,
    'What scripts of other tools remove is gone with the secrets of its scope, which stay secrets without a value.',
  ),
  'foreign:place': fromGuide(
    'scripts',
    'A script of Postman is told the collection and the folders of its request.',
  ),
  'foreign:oracle': fromDecision(
    262,
    'A Postman collection sends the same requests and has the same tests with the same outcomes as in newman.',
  ),
  'foreign:free': fromDecision(263, 'What Postman scripts need is loaded only when there is one.'),
  'foreign:edited': fromDecision(261, 'Postman scripts are shown and edited beside ours.'),
  'foreign:bruno:kept': fromDecision(
    270,
    'Bruno scripts, assertions and variables from the response stay where Bruno has them in a file.',
  ),
  'foreign:bruno:order': fromDecision(
    270,
    'Bruno scripts run before ours, in the order in which Bruno runs them; what they keep in memory is seen by later requests.',
  ),
  'foreign:bruno:interface': fromDecision(
    271,
    'Bruno scripts find the interface and the libraries of safe mode.',
  ),
  'foreign:bruno:files': fromDecision(
    286,
    'Bruno scripts require files of the data folder, as in Bruno and Node, and nothing outside of it, hidden or behind a link.',
  ),
  'foreign:bruno:refused': fromDecision(
    271,
    'A call of Bruno that is not there fails with its name and what to use instead.',
  ),
  'foreign:bruno:oracle': fromDecision(
    271,
    'A Bruno collection sends the same requests and has the same tests with the same outcomes as in Bruno.',
  ),
  'foreign:bruno:process': fromDecision(
    400,
    '{{process.env.NAME}} is filled in by tandem run if TANDEM_SCRIPT_VARIABLES names it, and nowhere else.',
  ),
  'foreign:bruno:edited': fromDecision(270, 'Bruno scripts are shown and edited beside ours.'),
} as const;
