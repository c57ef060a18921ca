const letters = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';

const firstNames = [
  'Ada',
  'Alan',
  'Barbara',
  'Edsger',
  'Grace',
  'John',
  'Ken',
  'Margaret',
  'Niklaus',
  'Radia',
];
const lastNames = [
  'Hamilton',
  'Hopper',
  'Kay',
  'Liskov',
  'Lovelace',
  'Perlman',
  'Ritchie',
  'Turing',
  'Wirth',
];
const words = [
  'array',
  'bus',
  'card',
  'driver',
  'feed',
  'firewall',
  'matrix',
  'panel',
  'port',
  'protocol',
  'sensor',
];
const colors = ['azure', 'black', 'blue', 'green', 'ivory', 'lime', 'orange', 'plum', 'red', 'teal', 'white'];
const cities = ['Accra', 'Berlin', 'Delhi', 'Lima', 'Osaka', 'Porto', 'Quito', 'Sydney', 'Toronto', 'Zurich'];
const countries = [
  'Brazil',
  'Canada',
  'France',
  'Ghana',
  'India',
  'Japan',
  'Kenya',
  'Norway',
  'Peru',
  'Portugal',
];

const adjectives = ['back-end', 'digital', 'handcrafted', 'neural', 'online', 'solid', 'virtual', 'wireless'];
const verbs = ['connect', 'index', 'input', 'override', 'parse', 'reboot', 'transmit'];
const jobs = ['Agent', 'Analyst', 'Engineer', 'Liaison', 'Manager'];
const extensions = ['csv', 'html', 'jpg', 'mp3', 'pdf', 'png', 'txt', 'zip'];
const pictures = [
  'Abstract',
  'Animals',
  'Business',
  'Cats',
  'City',
  'Food',
  'Nightlife',
  'Fashion',
  'People',
  'Nature',
  'Sports',
  'Transport',
];

/** The sources of dynamic values. */
export interface DynamicParts {
  /** In milliseconds since 1970. */
  readonly now: () => number;
  readonly uuid: () => string;
  /** An integer from 0 to this one. */
  readonly random: (most: number) => number;
}

/** The inputs of the values. */
const createMakers = ({ now, uuid, random }: DynamicParts) => {
  const below = (most: number): number => random(most - 1);
  const oneOf = <A>(list: readonly A[]): A => list[below(list.length)] as A;
  const text = (from: string, length: number): string =>
    Array.from({ length }, () => from[below(from.length)]).join('');
  const user = (): string => `${oneOf(firstNames)}.${oneOf(lastNames)}${below(100)}`.toLowerCase();
  const sentence = (): string => `${Array.from({ length: 6 }, () => oneOf(words)).join(' ')}.`;
  const date = (days: number): string => new Date(now() + days * random(86_400_000)).toString();
  const several = (length: number, between: string): string => Array.from({ length }, sentence).join(between);
  const phrase = (): string => `${oneOf(adjectives)} ${oneOf(words)}`;
  const file = (): string => `${oneOf(words)}_${oneOf(words)}.${oneOf(extensions)}`;
  const degrees = (most: number): string => ((random(most * 20_000) - most * 10_000) / 10_000).toFixed(4);
  const image = (what: string): string => `https://images.example.com/640/480${what}`;
  return {
    now,
    uuid,
    random,
    below,
    oneOf,
    text,
    user,
    sentence,
    date,
    several,
    phrase,
    file,
    degrees,
    image,
  };
};

type Makers = ReturnType<typeof createMakers>;

type Values = Readonly<Record<string, () => string>>;

/** Ids, times, addresses and files. */
const createTechnicalValues = ({ now, uuid, random, below, oneOf, text, file }: Makers): Values => ({
  $uuid: uuid,
  $guid: uuid,
  $randomUUID: uuid,
  $timestamp: () => String(Math.floor(now() / 1_000)),
  $isoTimestamp: () => new Date(now()).toISOString(),
  $randomInt: () => String(below(1_001)),
  $randomAlphaNumeric: () => text(letters + digits, 1),
  $randomBoolean: () => String(random(1) === 1),
  $randomColor: () => oneOf(colors),
  $randomHexColor: () => `#${text('0123456789abcdef', 6)}`,
  $randomAbbreviation: () => oneOf(['API', 'CSS', 'HTTP', 'JSON', 'SQL', 'TCP', 'XML']),
  $randomIP: () => Array.from({ length: 4 }, () => below(256)).join('.'),
  $randomIPV6: () => Array.from({ length: 8 }, () => text('0123456789abcdef', 4)).join(':'),
  $randomMACAddress: () => Array.from({ length: 6 }, () => text('0123456789abcdef', 2)).join(':'),
  $randomPassword: () => text(letters + letters.toUpperCase() + digits, 15),
  $randomDomainName: () => `${oneOf(words)}.example.com`,
  $randomUrl: () => `https://${oneOf(words)}.example.com`,
  $randomLocale: () => oneOf(['de', 'en', 'es', 'fr', 'it', 'ja', 'nl', 'pt_BR', 'sv', 'tr']),
  $randomFilePath: () => `/${oneOf(words)}/${file()}`,
  $randomDirectoryPath: () => `/${oneOf(words)}/${oneOf(words)}`,
  $randomFileName: file,
  $randomCommonFileName: file,
  $randomFileType: () => oneOf(['application', 'audio', 'image', 'text', 'video']),
  $randomCommonFileType: () => oneOf(['application', 'audio', 'image', 'text', 'video']),
  $randomFileExt: () => oneOf(extensions),
  $randomCommonFileExt: () => oneOf(extensions),
  $randomMimeType: () => oneOf(['application/json', 'application/pdf', 'image/png', 'text/csv', 'text/html']),
  $randomSemver: () => Array.from({ length: 3 }, () => below(10)).join('.'),
  $randomProtocol: () => oneOf(['http', 'https']),
  $randomDomainSuffix: () => oneOf(['com', 'info', 'net', 'org']),
  $randomDomainWord: () => oneOf(words),
  $randomUserAgent: () =>
    `Mozilla/5.0 (X11; Linux x86_64; rv:${below(40) + 100}.0) Gecko/20100101 Firefox/${below(40) + 100}.0`,
  $randomDatabaseColumn: () => oneOf(['createdAt', 'email', 'id', 'name', 'status', 'token']),
  $randomDatabaseType: () => oneOf(['bigint', 'boolean', 'date', 'int', 'text', 'varchar']),
  $randomDatabaseCollation: () => oneOf(['ascii_bin', 'utf8_bin', 'utf8_general_ci', 'utf8_unicode_ci']),
  $randomDatabaseEngine: () => oneOf(['ARCHIVE', 'InnoDB', 'MEMORY', 'MyISAM']),
});

/** People, places and dates. */
const createPersonalValues = ({ below, oneOf, text, user, date, degrees }: Makers): Values => ({
  $randomFirstName: () => oneOf(firstNames),
  $randomLastName: () => oneOf(lastNames),
  $randomFullName: () => `${oneOf(firstNames)} ${oneOf(lastNames)}`,
  $randomUserName: user,
  $randomEmail: () => `${user()}@example.com`,
  $randomExampleEmail: () => `${user()}@example.com`,
  $randomPhoneNumber: () => `${text('23456789', 3)}-555-01${text(digits, 2)}`,
  $randomCity: () => oneOf(cities),
  $randomCountry: () => oneOf(countries),
  $randomStreetName: () => `${oneOf(lastNames)} Street`,
  $randomStreetAddress: () => `${below(999) + 1} ${oneOf(lastNames)} Street`,
  $randomDatePast: () => date(-365),
  $randomDateFuture: () => date(365),
  $randomDateRecent: () => date(-1),
  $randomMonth: () => oneOf(['January', 'April', 'June', 'September', 'December']),
  $randomWeekday: () => oneOf(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']),
  $randomPhoneNumberExt: () => `${text('23456789', 2)}-${text('23456789', 3)}-555-01${text(digits, 2)}`,
  $randomCountryCode: () => oneOf(['BR', 'CA', 'FR', 'GH', 'IN', 'JP', 'KE', 'NO', 'PE', 'PT']),
  $randomLatitude: () => degrees(90),
  $randomLongitude: () => degrees(180),
  $randomJobTitle: () => `${oneOf(adjectives)} ${oneOf(words)} ${oneOf(jobs)}`,
  $randomJobDescriptor: () => oneOf(adjectives),
  $randomJobArea: () => oneOf(words),
  $randomJobType: () => oneOf(jobs),
  $randomNamePrefix: () => oneOf(['Dr.', 'Mr.', 'Mrs.', 'Ms.']),
  $randomNameSuffix: () => oneOf(['II', 'III', 'Jr.', 'PhD', 'Sr.']),
});

/** Products, companies and money. */
const createCommercialValues = ({ below, oneOf, text }: Makers): Values => ({
  $randomCompanyName: () => `${oneOf(lastNames)} and ${oneOf(lastNames)}`,
  $randomPrice: () => `${below(1_000)}.${text(digits, 2)}`,
  $randomCurrencyCode: () => oneOf(['BRL', 'CAD', 'CHF', 'EUR', 'GHS', 'INR', 'JPY', 'KES', 'USD']),
  $randomProductName: () => `${oneOf(colors)} ${oneOf(words)}`,
  $randomDepartment: () => oneOf(['Books', 'Garden', 'Music', 'Sports', 'Tools', 'Toys']),
  $randomProduct: () => oneOf(['Chair', 'Cheese', 'Keyboard', 'Shirt', 'Soap', 'Table']),
  $randomProductAdjective: () => oneOf(adjectives),
  $randomProductMaterial: () => oneOf(['Cotton', 'Granite', 'Metal', 'Plastic', 'Rubber', 'Wooden']),
  $randomCompanySuffix: () => oneOf(['Group', 'Inc', 'LLC', 'and Sons']),
  $randomBankAccount: () => text(digits, 8),
  $randomBankAccountName: () => oneOf(['Checking Account', 'Investment Account', 'Savings Account']),
  $randomBankAccountIban: () => `DE${text(digits, 20)}`,
  $randomBankAccountBic: () => `${text(letters, 6).toUpperCase()}${text(digits, 2)}`,
  $randomCreditCardMask: () => text(digits, 4),
  $randomTransactionType: () => oneOf(['deposit', 'invoice', 'payment', 'withdrawal']),
  $randomCurrencyName: () => oneOf(['Cedi', 'Euro', 'Krone', 'Real', 'Rupee', 'Shilling', 'Sol', 'Yen']),
  $randomCurrencySymbol: () => oneOf(['$', '£', '¥', '€', '₹']),
  $randomBitcoin: () => `3${text(letters + digits, 32)}`,
});

/** Words, sentences and pictures. */
const createTextualValues = ({ below, oneOf, sentence, several, phrase, image }: Makers): Values => ({
  $randomWord: () => oneOf(words),
  $randomWords: () => Array.from({ length: 3 }, () => oneOf(words)).join(' '),
  $randomNoun: () => oneOf(words),
  $randomLoremWord: () => oneOf(words),
  $randomLoremWords: () => Array.from({ length: 3 }, () => oneOf(words)).join(' '),
  $randomLoremSentence: sentence,
  $randomLoremParagraph: () => several(4, ' '),
  $randomCatchPhrase: phrase,
  $randomCatchPhraseAdjective: () => oneOf(adjectives),
  $randomCatchPhraseDescriptor: () => oneOf(adjectives),
  $randomCatchPhraseNoun: () => oneOf(words),
  $randomBs: () => `${oneOf(verbs)} ${phrase()}`,
  $randomBsAdjective: () => oneOf(adjectives),
  $randomBsBuzz: () => oneOf(verbs),
  $randomBsNoun: () => oneOf(words),
  $randomAdjective: () => oneOf(adjectives),
  $randomVerb: () => oneOf(verbs),
  $randomIngverb: () => `${oneOf(verbs)}ing`,
  $randomPhrase: () => `We need to ${oneOf(verbs)} the ${phrase()}!`,
  $randomLoremSlug: () => Array.from({ length: 3 }, () => oneOf(words)).join('-'),
  $randomLoremSentences: () => several(3, ' '),
  $randomLoremParagraphs: () => several(3, '\n'),
  $randomLoremText: () => several(3, ' '),
  $randomLoremLines: () => several(3, '\n'),
  $randomAvatarImage: () => `https://avatars.example.com/${below(1_000)}.jpg`,
  $randomImageUrl: () => image(''),
  ...Object.fromEntries(
    pictures.map((what) => [`$random${what}Image`, () => image(`/${what.toLowerCase()}`)]),
  ),
  $randomImageDataUri: () => "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'/%3E",
});

/**
 * The dynamic variables of Postman (learning.postman.com, "Dynamic variables"), which Bruno also has. Each use gives
 * a new value. Hosts are example.com, so that made-up addresses reach nobody.
 */
export const createDynamicVariables = (parts: DynamicParts): Values => {
  const makers = createMakers(parts);
  return {
    ...createTechnicalValues(makers),
    ...createPersonalValues(makers),
    ...createCommercialValues(makers),
    ...createTextualValues(makers),
  };
};
