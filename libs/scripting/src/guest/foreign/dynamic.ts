const letters = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';

const { floor, random } = Math;

const below = (most: number): number => floor(random() * most);
const oneOf = <A>(list: readonly A[]): A => list[below(list.length)] as A;
const text = (from: string, length: number): string =>
  Array.from({ length }, () => from[below(from.length)]).join('');

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

const user = (): string => `${oneOf(firstNames)}.${oneOf(lastNames)}${below(100)}`.toLowerCase();
const sentence = (): string => `${Array.from({ length: 6 }, () => oneOf(words)).join(' ')}.`;
const date = (now: number, days: number): string => new Date(now + days * 86_400_000 * random()).toString();

/** The dynamic variables of Postman (learning.postman.com, "Dynamic variables"); each use gives a new value. */
export const dynamicVariables = (
  now: () => number,
  uuid: () => string,
): Readonly<Record<string, () => string>> => ({
  $guid: uuid,
  $randomUUID: uuid,
  $timestamp: () => String(floor(now() / 1_000)),
  $isoTimestamp: () => new Date(now()).toISOString(),
  $randomInt: () => String(below(1_001)),
  $randomAlphaNumeric: () => text(letters + digits, 1),
  $randomBoolean: () => String(random() < 0.5),
  $randomColor: () => oneOf(colors),
  $randomHexColor: () => `#${text('0123456789abcdef', 6)}`,
  $randomAbbreviation: () => oneOf(['API', 'CSS', 'HTTP', 'JSON', 'SQL', 'TCP', 'XML']),
  $randomIP: () => Array.from({ length: 4 }, () => below(256)).join('.'),
  $randomIPV6: () => Array.from({ length: 8 }, () => text('0123456789abcdef', 4)).join(':'),
  $randomMACAddress: () => Array.from({ length: 6 }, () => text('0123456789abcdef', 2)).join(':'),
  $randomPassword: () => text(letters + letters.toUpperCase() + digits, 15),
  $randomFirstName: () => oneOf(firstNames),
  $randomLastName: () => oneOf(lastNames),
  $randomFullName: () => `${oneOf(firstNames)} ${oneOf(lastNames)}`,
  $randomUserName: user,
  $randomEmail: () => `${user()}@example.com`,
  $randomExampleEmail: () => `${user()}@example.com`,
  $randomDomainName: () => `${oneOf(words)}.example.com`,
  $randomUrl: () => `https://${oneOf(words)}.example.com`,
  $randomPhoneNumber: () => `${text('23456789', 3)}-555-01${text(digits, 2)}`,
  $randomCity: () => oneOf(cities),
  $randomCountry: () => oneOf(countries),
  $randomStreetName: () => `${oneOf(lastNames)} Street`,
  $randomStreetAddress: () => `${below(999) + 1} ${oneOf(lastNames)} Street`,
  $randomCompanyName: () => `${oneOf(lastNames)} and ${oneOf(lastNames)}`,
  $randomPrice: () => `${below(1_000)}.${text(digits, 2)}`,
  $randomCurrencyCode: () => oneOf(['BRL', 'CAD', 'CHF', 'EUR', 'GHS', 'INR', 'JPY', 'KES', 'USD']),
  $randomProductName: () => `${oneOf(colors)} ${oneOf(words)}`,
  $randomWord: () => oneOf(words),
  $randomWords: () => Array.from({ length: 3 }, () => oneOf(words)).join(' '),
  $randomNoun: () => oneOf(words),
  $randomLoremWord: () => oneOf(words),
  $randomLoremWords: () => Array.from({ length: 3 }, () => oneOf(words)).join(' '),
  $randomLoremSentence: sentence,
  $randomLoremParagraph: () => Array.from({ length: 4 }, sentence).join(' '),
  $randomDatePast: () => date(now(), -365),
  $randomDateFuture: () => date(now(), 365),
  $randomDateRecent: () => date(now(), -1),
  $randomMonth: () => oneOf(['January', 'April', 'June', 'September', 'December']),
  $randomWeekday: () => oneOf(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']),
});
