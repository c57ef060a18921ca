import { E } from '@tandem/core/fp';
import type { PlainRequest } from './plain-request.js';
import {
  type Code,
  dialects,
  fetchCode,
  generateAxiosCode,
  generateHttpxCode,
  generatePhpCode,
  generateRequestsCode,
  generateRubyCode,
  dropAbsentLines,
  quoteLines,
  quoteLiteral,
} from './scripting-languages.js';

const go = (text: string): string => quoteLiteral(text, dialects.go);
const quoteJava = (text: string): string => quoteLiteral(text, dialects.java);
const quoteCsharp = (text: string): string => quoteLiteral(text, dialects.csharp);

const goClient = ({ followRedirects, verify }: PlainRequest): string =>
  dropAbsentLines([
    '\tclient := &http.Client{}',
    !followRedirects &&
      '\tclient.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }',
    !verify && '\tclient.Transport = &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}',
  ]);

/** Generates Go code with net/http. */
const goCode = (request: PlainRequest): Code => {
  const { method, url, headers, body, verify } = request;
  const imports = [...(verify ? [] : ['crypto/tls']), 'fmt', 'io', 'log', 'net/http'];
  const host = headers.find(([name]) => name.toLowerCase() === 'host');
  return E.right(
    dropAbsentLines([
      'package main',
      '',
      `import (\n${[...imports, ...(body === undefined ? [] : ['strings'])].map((one) => `\t"${one}"\n`).join('')})`,
      '',
      'func main() {',
      body !== undefined && `\tbody := ${quoteLines(body, dialects.go, '\t\t')}`,
      `\trequest, err := http.NewRequest(${go(method)}, ${go(url)}, ${body === undefined ? 'nil' : 'strings.NewReader(body)'})`,
      '\tif err != nil {\n\t\tlog.Fatal(err)\n\t}',
      ...headers
        .filter((one) => one !== host)
        .map(([name, value]) => `\trequest.Header.Add(${go(name)}, ${go(value)})`),
      host !== undefined && `\trequest.Host = ${go(host[1])}`,
      goClient(request),
      '\tresponse, err := client.Do(request)',
      '\tif err != nil {\n\t\tlog.Fatal(err)\n\t}',
      '\tdefer response.Body.Close()',
      '\ttext, err := io.ReadAll(response.Body)',
      '\tif err != nil {\n\t\tlog.Fatal(err)\n\t}',
      '\tfmt.Println(response.StatusCode)',
      '\tfmt.Println(string(text))',
      '}',
      '',
    ]),
  );
};

/** Generates Java code with the client of Java 11 or later: `java Example.java` runs the file. */
const generateJavaCode = ({ method, url, headers, body, followRedirects, verify }: PlainRequest): Code => {
  const own = headers.find(([name]) => name.toLowerCase() === 'host');
  if (own) return E.left("Java's client cannot set the header Host.");
  const publisher =
    body === undefined
      ? 'HttpRequest.BodyPublishers.noBody()'
      : `HttpRequest.BodyPublishers.ofString(\n                ${quoteLines(body, dialects.java, '                ')})`;
  return E.right(
    dropAbsentLines([
      'import java.net.URI;',
      'import java.net.http.HttpClient;',
      'import java.net.http.HttpRequest;',
      'import java.net.http.HttpResponse;',
      '',
      !verify && '// The request does not verify certificates, which an SSLContext of your own can do.',
      'class Example {',
      '    public static void main(String[] args) throws Exception {',
      '        HttpClient client = HttpClient.newBuilder()',
      '            .version(HttpClient.Version.HTTP_1_1)',
      `            .followRedirects(HttpClient.Redirect.${followRedirects ? 'NORMAL' : 'NEVER'})`,
      '            .build();',
      `        HttpRequest request = HttpRequest.newBuilder(URI.create(${quoteJava(url)}))`,
      ...headers.map(([name, value]) => `            .header(${quoteJava(name)}, ${quoteJava(value)})`),
      `            .method(${quoteJava(method)}, ${publisher})`,
      '            .build();',
      '        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());',
      '        System.out.println(response.statusCode());',
      '        System.out.println(response.body());',
      '    }',
      '}',
      '',
    ]),
  );
};

/** The headers that HttpClient accepts only on the content of a request. */
const contentHeaders =
  /^(allow|content-(disposition|encoding|language|location|md5|range|type)|expires|last-modified)$/i;

/** Generates C# code with .NET's HttpClient. */
const generateCsharpCode = ({ method, url, headers, body, followRedirects, verify }: PlainRequest): Code => {
  const settings = [
    ...(followRedirects ? [] : ['AllowAutoRedirect = false']),
    ...(verify
      ? []
      : [
          'ServerCertificateCustomValidationCallback = HttpClientHandler.DangerousAcceptAnyServerCertificateValidator',
        ]),
  ];
  const handler = settings.length === 0 ? '' : `new HttpClientHandler { ${settings.join(', ')} }`;
  const added = headers.flatMap(([name, value]) => {
    const isOfContent = contentHeaders.test(name);
    if (isOfContent && body === undefined) return [];
    const target = isOfContent ? 'request.Content.Headers' : 'request.Headers';
    return [`${target}.TryAddWithoutValidation(${quoteCsharp(name)}, ${quoteCsharp(value)});`];
  });
  return E.right(
    dropAbsentLines([
      'using System.Text;',
      '',
      `using var client = new HttpClient(${handler});`,
      `using var request = new HttpRequestMessage(new HttpMethod(${quoteCsharp(method)}), ${quoteCsharp(url)});`,
      body !== undefined &&
        `request.Content = new ByteArrayContent(Encoding.UTF8.GetBytes(\n    ${quoteLines(body, dialects.csharp, '    ')}));`,
      ...added,
      '',
      'using var response = await client.SendAsync(request);',
      'Console.WriteLine((int)response.StatusCode);',
      'Console.WriteLine(await response.Content.ReadAsStringAsync());',
      '',
    ]),
  );
};

/** The code generator of each language. */
const generators = {
  fetch: fetchCode,
  axios: generateAxiosCode,
  requests: generateRequestsCode,
  httpx: generateHttpxCode,
  go: goCode,
  java: generateJavaCode,
  csharp: generateCsharpCode,
  php: generatePhpCode,
  ruby: generateRubyCode,
} as const satisfies Readonly<Record<string, (request: PlainRequest) => Code>>;

/** A language, together with the HTTP client that the code uses. */
export type CodeLanguage = keyof typeof generators;

/** The languages in the order of the menu. */
export const codeLanguages = Object.keys(generators) as readonly CodeLanguage[];

/** Generates code that sends a request, or says why code in that language cannot send it. */
export const generateCode = (language: CodeLanguage, request: PlainRequest): Code =>
  generators[language](request);
