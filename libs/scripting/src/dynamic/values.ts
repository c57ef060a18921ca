import type { Faker } from '@faker-js/faker';

/** For each dynamic variable, a function that makes a new value with each call. */
export type DynamicMakers = Readonly<Record<string, () => string>>;

/** Creates the functions for technical values, which faker makes in another form than Postman's variables have. */
const createTechnicalMakers = (faker: Faker, now: () => number): DynamicMakers => ({
  $guid: () => faker.string.uuid(),
  $uuid: () => faker.string.uuid(),
  $randomUUID: () => faker.string.uuid(),
  $timestamp: () => String(Math.floor(now() / 1_000)),
  $isoTimestamp: () => new Date(now()).toISOString(),
  $randomInt: () => String(faker.number.int({ min: 0, max: 1_000 })),
  $randomAlphaNumeric: () => faker.string.alphanumeric({ length: 1, casing: 'lower' }),
  $randomBoolean: () => String(faker.datatype.boolean()),
  $randomColor: () => faker.color.human(),
  $randomHexColor: () => faker.color.rgb(),
  $randomAbbreviation: () => faker.hacker.abbreviation(),
  $randomIP: () => faker.internet.ipv4(),
  $randomIPV6: () => faker.internet.ipv6(),
  $randomMACAddress: () => faker.internet.mac(),
  $randomPassword: () => faker.internet.password(),
  $randomDomainName: () => `${faker.internet.domainWord()}.example.com`,
  $randomDomainSuffix: () => faker.internet.domainSuffix(),
  $randomDomainWord: () => faker.internet.domainWord(),
  $randomUrl: () => `https://${faker.internet.domainWord()}.example.com`,
  $randomProtocol: () => faker.internet.protocol(),
  $randomUserAgent: () => faker.internet.userAgent(),
  $randomLocale: () => faker.location.language().alpha2,
  $randomFilePath: () => `${faker.system.directoryPath()}/${faker.system.fileName()}`,
  $randomDirectoryPath: () => faker.system.directoryPath(),
  $randomFileName: () => faker.system.fileName(),
  $randomCommonFileName: () => faker.system.commonFileName(),
  $randomFileType: () => faker.system.fileType(),
  $randomCommonFileType: () => faker.system.commonFileType(),
  $randomFileExt: () => faker.system.fileExt(),
  $randomCommonFileExt: () => faker.system.commonFileExt(),
  $randomMimeType: () => faker.system.mimeType(),
  $randomSemver: () => faker.system.semver(),
  $randomDatabaseColumn: () => faker.database.column(),
  $randomDatabaseType: () => faker.database.type(),
  $randomDatabaseCollation: () => faker.database.collation(),
  $randomDatabaseEngine: () => faker.database.engine(),
});

const createPersonalMakers = (faker: Faker, now: () => number): DynamicMakers => {
  const phone = (): string =>
    `${faker.string.numeric({ length: 3, allowLeadingZeros: false })}-555-01${faker.string.numeric(2)}`;
  const refDate = (): { readonly refDate: Date } => ({ refDate: new Date(now()) });
  return {
    $randomFirstName: () => faker.person.firstName(),
    $randomLastName: () => faker.person.lastName(),
    $randomFullName: () => faker.person.fullName(),
    $randomNamePrefix: () => faker.person.prefix(),
    $randomNameSuffix: () => faker.person.suffix(),
    $randomUserName: () => faker.internet.username(),
    $randomEmail: () => faker.internet.email({ provider: 'example.com' }),
    $randomExampleEmail: () => faker.internet.exampleEmail(),
    $randomPhoneNumber: phone,
    $randomPhoneNumberExt: () => `${faker.number.int({ min: 1, max: 99 })}-${phone()}`,
    $randomJobTitle: () => faker.person.jobTitle(),
    $randomJobDescriptor: () => faker.person.jobDescriptor(),
    $randomJobArea: () => faker.person.jobArea(),
    $randomJobType: () => faker.person.jobType(),
    $randomCity: () => faker.location.city(),
    $randomStreetName: () => faker.location.street(),
    $randomStreetAddress: () => faker.location.streetAddress(),
    $randomCountry: () => faker.location.country(),
    $randomCountryCode: () => faker.location.countryCode(),
    $randomLatitude: () => faker.location.latitude().toFixed(4),
    $randomLongitude: () => faker.location.longitude().toFixed(4),
    $randomDatePast: () => String(faker.date.past(refDate())),
    $randomDateFuture: () => String(faker.date.future(refDate())),
    $randomDateRecent: () => String(faker.date.recent(refDate())),
    $randomMonth: () => faker.date.month(),
    $randomWeekday: () => faker.date.weekday(),
  };
};

const createCommercialMakers = (faker: Faker): DynamicMakers => ({
  $randomCompanyName: () => faker.company.name(),
  $randomCompanySuffix: () => faker.helpers.arrayElement(['Group', 'Inc', 'LLC', 'and Sons']),
  $randomCatchPhrase: () => faker.company.catchPhrase(),
  $randomCatchPhraseAdjective: () => faker.company.catchPhraseAdjective(),
  $randomCatchPhraseDescriptor: () => faker.company.catchPhraseDescriptor(),
  $randomCatchPhraseNoun: () => faker.company.catchPhraseNoun(),
  $randomBs: () => faker.company.buzzPhrase(),
  $randomBsAdjective: () => faker.company.buzzAdjective(),
  $randomBsBuzz: () => faker.company.buzzVerb(),
  $randomBsNoun: () => faker.company.buzzNoun(),
  $randomDepartment: () => faker.commerce.department(),
  $randomProductName: () => faker.commerce.productName(),
  $randomProduct: () => faker.commerce.product(),
  $randomProductAdjective: () => faker.commerce.productAdjective(),
  $randomProductMaterial: () => faker.commerce.productMaterial(),
  $randomPrice: () => faker.commerce.price({ min: 0, max: 1_000 }),
  $randomBankAccount: () => faker.finance.accountNumber(8),
  $randomBankAccountName: () => faker.finance.accountName(),
  $randomBankAccountIban: () => faker.finance.iban(),
  $randomBankAccountBic: () => faker.finance.bic(),
  $randomCreditCardMask: () => faker.string.numeric(4),
  $randomTransactionType: () => faker.finance.transactionType(),
  $randomCurrencyCode: () => faker.finance.currencyCode(),
  $randomCurrencyName: () => faker.finance.currencyName(),
  $randomCurrencySymbol: () => faker.finance.currencySymbol(),
  $randomBitcoin: () => faker.finance.bitcoinAddress({ type: 'legacy' }),
});

const topics = [
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

const createTextMakers = (faker: Faker): DynamicMakers => ({
  $randomNoun: () => faker.hacker.noun(),
  $randomVerb: () => faker.hacker.verb(),
  $randomIngverb: () => faker.hacker.ingverb(),
  $randomAdjective: () => faker.hacker.adjective(),
  $randomPhrase: () => faker.hacker.phrase(),
  $randomWord: () => faker.word.sample(),
  $randomWords: () => faker.word.words({ count: { min: 2, max: 5 } }),
  $randomLoremWord: () => faker.lorem.word(),
  $randomLoremWords: () => faker.lorem.words(),
  $randomLoremSentence: () => faker.lorem.sentence(),
  $randomLoremSentences: () => faker.lorem.sentences(),
  $randomLoremParagraph: () => faker.lorem.paragraph(),
  $randomLoremParagraphs: () => faker.lorem.paragraphs(),
  $randomLoremSlug: () => faker.lorem.slug(),
  $randomLoremText: () => faker.lorem.text(),
  $randomLoremLines: () => faker.lorem.lines(),
  $randomAvatarImage: () => `https://avatars.example.com/${faker.number.int(1_249)}.jpg`,
  $randomImageUrl: () => 'https://images.example.com/640/480',
  ...Object.fromEntries(
    topics.map((topic) => [
      `$random${topic}Image`,
      () => `https://images.example.com/640/480/${topic.toLowerCase()}`,
    ]),
  ),
  $randomImageDataUri: () => faker.image.dataUri({ width: 640, height: 480 }),
});

/**
 * Creates the dynamic variables of Postman (learning.postman.com, "Dynamic variables"), which Bruno has too. Hosts are below example.com
 * (RFC 2606), so that nobody has a made-up address.
 * @param now in milliseconds since 1970
 */
export const createDynamicMakers = (faker: Faker, now: () => number): DynamicMakers => ({
  ...createTechnicalMakers(faker, now),
  ...createPersonalMakers(faker, now),
  ...createCommercialMakers(faker),
  ...createTextMakers(faker),
});
