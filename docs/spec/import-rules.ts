import { fromDesign, fromGuide } from './requirement.js';

/** Documents of other tools that are taken in. */
export const imports = {
  'import:formats': fromDesign(
    'imports#reading-and-storing-are-apart',
    'Postman, OpenAPI, Swagger, Insomnia, HAR and .http are recognised by their content and become folders, requests and environments.',
  ),
  'import:first-run': fromDesign(
    'imports#formats',
    'What runs in the other tool runs right after the import, with nothing set by hand: the same requests and the same outcomes.',
  ),
  'import:files': fromDesign(
    'imports#formats',
    'The command copies the files that requests send from beside their document, and none from elsewhere.',
  ),
  'import:left-out': fromDesign(
    'imports#reading-and-storing-are-apart',
    'Whatever of a document has no counterpart is named, with its place.',
  ),
  'import:styles': fromDesign(
    'imports#reading-and-storing-are-apart',
    'A parameter of OpenAPI is written by its style and explode, and one of Swagger by its collectionFormat.',
  ),
  'import:samples': fromDesign(
    'imports#reading-and-storing-are-apart',
    'A value that a description of an API does not give is one that its schema allows.',
  ),
  'import:servers': fromDesign(
    'imports#reading-and-storing-are-apart',
    'Servers of a path or an operation replace those of the document.',
  ),
  'import:media-types': fromDesign(
    'imports#reading-and-storing-are-apart',
    'A body has the media type that its document gives it; a range of types is never sent as one.',
  ),
  'import:table': fromDesign(
    'imports#reading-and-storing-are-apart',
    'Each construct of a format is kept, changed into what the reference says, or listed with its place.',
  ),
  'import:order': fromDesign(
    'imports#reading-and-storing-are-apart',
    'Folders, requests and environments come in the order in which the other tool shows them, also where requests come before folders.',
  ),
  'import:secrets': fromDesign(
    'imports#reading-and-storing-are-apart',
    'Credentials in a document become secrets of an environment.',
  ),
  'import:secrets:shape': fromDesign(
    'secrets#what-becomes-a-secret-in-an-import',
    'A name and the shape of a value tell a secret: words, numbers, addresses and placeholders are none.',
  ),
  'import:secrets:plain': fromDesign(
    'secrets#what-becomes-a-secret-in-an-import',
    'A plan says why each value is a secret. One that is none becomes a variable: in the plan, by --plain, or later, as long as the value is what the import brought.',
  ),
  'import:secrets:place': fromDesign(
    'secrets#what-becomes-a-secret-in-an-import',
    'A value becomes a secret in its place: other text stays, nothing is left out, and what would be written in plain text refuses the import.',
  ),
  'import:secrets:environment': fromDesign(
    'secrets#what-becomes-a-secret-in-an-import',
    'Credentials that are found in a document are in the only environment that is imported with it, or in one that the environments extend.',
  ),
  'import:postman:sent': fromDesign(
    'secrets#what-becomes-a-secret-in-an-import',
    'What Postman does not send is not sent: empty forms, bodies of GET and HEAD, OAuth 1.0 without a key.',
  ),
  'import:plan': fromDesign(
    'imports#reading-and-storing-are-apart',
    'A dry run says what an import would make, and changes nothing.',
  ),
  'import:whole': fromDesign(
    'imports#reading-and-storing-are-apart',
    'An import makes everything or nothing, in a new folder.',
  ),
  'import:update': fromDesign(
    'imports#importing-again',
    'Importing a document again updates what it brought: new requests come, gone ones are marked, and what a person changed stays.',
  ),
  'import:refused': fromDesign(
    'imports#reading-and-storing-are-apart',
    'A document that cannot be read is refused with the place of the problem, and limits bound what it costs.',
  ),
  'import:bounded': fromDesign(
    'imports#reading-and-storing-are-apart',
    'Whatever a document asks for, reading it ends within 10 s with a plan or a reason, in a thread with its own memory; examples of schemas are capped, and it is said where.',
  ),
  'import:bru': fromDesign(
    'folder#who-synchronizes',
    'A folder of .bru files becomes the same collection in YAML, in a new folder or in place: all of it, or nothing.',
  ),
  'import:bru-window': fromDesign(
    'folder#who-synchronizes',
    'The window converts a folder of .bru files that is opened, in place or into a new folder, once a person says so.',
  ),
  'import:local': fromDesign(
    'imports#formats',
    'Nothing is fetched for an import, and no reference leads out of the folder of the document.',
  ),
  'import:url': fromDesign(
    'imports#formats',
    'A document is fetched from a URL that a person names, past the guard and with nothing of the workspace in the request; an update fetches it again.',
  ),
  'import:curl': fromDesign(
    'imports#formats',
    'Each curl command of a text becomes a request, whichever shell it is quoted for; what cannot be read is named with its line.',
  ),
  'import:several': fromDesign(
    'imports#formats',
    'Several documents, and those of a folder, are imported at once: all that were named, or none.',
  ),
  'import:together': fromDesign(
    'imports#formats',
    'Documents that are imported together come in one transaction, all of them or nothing, and are undone as one.',
  ),
  'import:production': fromGuide(
    'import',
    'No import makes an environment active, or proposes it for a run, whose name says production, while it brings another one.',
  ),
  'import:unset': fromGuide(
    'import',
    'An import lists the variables that a document uses and nothing sets, and those that only the environment of another import has.',
  ),
  'import:activity': fromDesign(
    'store#changes-and-undo',
    'An import is one change in the activity, which undoes it.',
  ),
  'import:files:missing': fromDesign(
    'imports#into-files-alone',
    'Files that requests send and that the folder of the workspace lacks are listed with their place and what to do; those beside the document, or in a dropped folder, are copied.',
  ),
  'import:choice': fromDesign(
    'imports#formats',
    'Folders, requests and environments of a document are taken or left out by their paths and names; nothing else is made, marked or changed.',
  ),
  'import:noise': fromDesign(
    'imports#formats',
    'What pages load by themselves is left out of a recording, by kind, unless it is asked for.',
  ),
  'import:window': fromDesign(
    'imports#formats',
    'The window shows what an import brings as a tree with checkboxes; a folder has three states, and keys reach all.',
  ),
  'import:undone': fromDesign(
    'imports#importing-again',
    'An update is undone as one; what was changed since stays and is named, and the next update does it again.',
  ),
  'examples:file': fromDesign(
    'imports#examples',
    'Examples of a request stand in its file where Bruno has them.',
  ),
  'examples:import': fromDesign(
    'imports#examples',
    'Saved examples of a Postman collection come along; what of them has no counterpart, or is too much, is named.',
  ),
  'examples:export': fromDesign(
    'imports#examples',
    'Examples are in documents for Postman, OpenAPI and readers.',
  ),
  'examples:window': fromDesign(
    'imports#examples',
    'A response is saved as an example, which is looked at, renamed and deleted.',
  ),
  'examples:agents': fromDesign(
    'imports#examples',
    'An agent reads the names and statuses of examples, and one whole by its index.',
  ),
  'import:stopped': fromDesign('imports#formats', 'An import that is stopped makes nothing.'),
  'foreign:kept': fromDesign(
    'scripts#dialects-pm-and-bru',
    'Postman scripts are kept as they are, in the database and in files.',
  ),
  'foreign:order': fromDesign(
    'scripts#dialects-pm-and-bru',
    'Postman scripts run before ours: pre-request scripts before variables are filled in, test scripts when the response is there.',
  ),
  'foreign:interface': fromDesign(
    'scripts#dialects-pm-and-bru',
    'Postman scripts find the interface and the libraries of Postman.',
  ),
  'foreign:refused': fromDesign(
    'scripts#dialects-pm-and-bru',
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
  'foreign:layers': fromDesign(
    'execution#filling-in',
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
  'foreign:clear': fromDesign(
    'secrets#values-that-come-from-elsewhere',
    'What scripts of other tools remove is gone with the secrets of its scope, which stay secrets without a value.',
  ),
  'foreign:place': fromGuide(
    'scripts',
    'A script of Postman is told the collection and the folders of its request.',
  ),
  'foreign:oracle': fromDesign(
    'scripts#dialects-pm-and-bru',
    'A Postman collection sends the same requests and has the same tests with the same outcomes as in newman.',
  ),
  'foreign:free': fromDesign(
    'scripts#dialects-pm-and-bru',
    'What Postman scripts need is loaded only when there is one.',
  ),
  'foreign:edited': fromDesign(
    'scripts#dialects-pm-and-bru',
    'Postman scripts are shown and edited beside ours.',
  ),
  'foreign:bruno:kept': fromDesign(
    'scripts#dialects-pm-and-bru',
    'Bruno scripts, assertions and variables from the response stay where Bruno has them in a file.',
  ),
  'foreign:bruno:order': fromDesign(
    'scripts#dialects-pm-and-bru',
    'Bruno scripts run before ours, in the order in which Bruno runs them; what they keep in memory is seen by later requests.',
  ),
  'foreign:bruno:interface': fromDesign(
    'scripts#dialects-pm-and-bru',
    'Bruno scripts find the interface and the libraries of safe mode.',
  ),
  'foreign:bruno:files': fromDesign(
    'scripts#dialects-pm-and-bru',
    'Bruno scripts require files of the data folder, as in Bruno and Node, and nothing outside of it, hidden or behind a link.',
  ),
  'foreign:bruno:refused': fromDesign(
    'scripts#dialects-pm-and-bru',
    'A call of Bruno that is not there fails with its name and what to use instead.',
  ),
  'foreign:bruno:oracle': fromDesign(
    'scripts#dialects-pm-and-bru',
    'A Bruno collection sends the same requests and has the same tests with the same outcomes as in Bruno.',
  ),
  'foreign:bruno:process': fromDesign(
    'secrets#values-that-come-from-elsewhere',
    '{{process.env.NAME}} has the value of the .env file. A variable of the process is used if TANDEM_ENV_ALLOW names it, in a window after a person has allowed it for the workspace.',
  ),
  'foreign:bruno:env-file': fromDesign(
    'secrets#values-that-come-from-elsewhere',
    'A .env file is read as dotenv does, hidden in its workspace like secrets, and read again after a change; an error in it names the line, and nothing is sent that needs it.',
  ),
  'foreign:bruno:edited': fromDesign(
    'scripts#dialects-pm-and-bru',
    'Bruno scripts are shown and edited beside ours.',
  ),
} as const;
