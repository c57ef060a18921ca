import { validateXML } from 'xmllint-wasm';

/** Together, an XML schema for the JUnit XML that Jenkins' xUnit plugin accepts. */
const formatAttributes = (required: readonly string[], optional: readonly string[]): string =>
  [
    ...required.map((name) => `<xs:attribute name="${name}" type="xs:string" use="required"/>`),
    ...optional.map((name) => `<xs:attribute name="${name}" type="xs:string"/>`),
  ].join('');

const time = '<xs:attribute name="time" type="seconds"/>';

const formatDetail = (name: string): string =>
  `<xs:element name="${name}"><xs:complexType mixed="true">${formatAttributes([], ['type', 'message'])}</xs:complexType></xs:element>`;

const formatChoice = (...elements: readonly string[]): string =>
  `<xs:choice minOccurs="0" maxOccurs="unbounded">${elements.map((name) => `<xs:element ref="${name}"/>`).join('')}</xs:choice>`;

const formatElement = (name: string, content: string): string =>
  `<xs:element name="${name}"><xs:complexType>${content}</xs:complexType></xs:element>`;

const junitSchema = [
  '<?xml version="1.0"?><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">',
  '<xs:simpleType name="seconds"><xs:restriction base="xs:string"><xs:pattern value="[0-9]+(\\.[0-9]+)?"/></xs:restriction></xs:simpleType>',
  ...['failure', 'error', 'skipped'].map(formatDetail),
  ...['system-out', 'system-err'].map((name) => `<xs:element name="${name}" type="xs:string"/>`),
  formatElement('property', formatAttributes(['name', 'value'], [])),
  formatElement('properties', formatChoice('property')),
  formatElement(
    'testcase',
    formatChoice('skipped', 'error', 'failure', 'system-out', 'system-err') +
      formatAttributes(['name', 'classname'], ['group']) +
      time,
  ),
  formatElement(
    'testsuite',
    formatChoice('testsuite', 'properties', 'testcase', 'system-out', 'system-err') +
      formatAttributes(
        ['name', 'tests', 'failures', 'errors'],
        ['group', 'skipped', 'timestamp', 'hostname', 'id', 'package', 'file', 'log', 'url'],
      ) +
      time,
  ),
  formatElement(
    'testsuites',
    formatChoice('testsuite') + formatAttributes([], ['name', 'tests', 'failures', 'errors']) + time,
  ),
  '</xs:schema>',
].join('');

/** Lists the errors that libxml2 finds in a file. */
export const findJunitErrors = async (contents: string): Promise<readonly string[]> => {
  const { errors } = await validateXML({
    xml: [{ fileName: 'report.xml', contents }],
    schema: [junitSchema],
    maxMemoryPages: 8192,
  });
  return errors.map(({ message }) => message);
};
