import { type ExecutedResult, findFailedHandlers, isExecuted, formatTestName } from './executed-result.js';

type Value = Readonly<Record<string, unknown>>;

/** The parts of an execution's result that an agent asks for. */
export interface ShapeOptions {
  readonly return?: 'summary' | 'failures' | 'full' | 'body';
  readonly headers?: 'all' | 'none' | readonly string[];
}

const countTests = ({ lifecycle: { tests } }: ExecutedResult): Value => {
  const count = (status: string): number => tests.results.filter((one) => one.status === status).length;
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
};

/** The fields that every form of a result contains if the execution has them. */
const commonFields: readonly string[] = ['selected', 'saved'];

const pickCommonFields = (value: ExecutedResult): Value => {
  const names = value.selected?.length === 0 ? [...commonFields, 'outline'] : commonFields;
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));
};

const toFailedHandlers = (value: ExecutedResult): Value => {
  const failed = findFailedHandlers(value);
  return Object.keys(failed).length === 0 ? {} : { failedHandlers: failed };
};

/** The failed tests with their messages. Has no field if all passed. */
const toFailedTests = ({ lifecycle: { tests } }: ExecutedResult): Value => {
  const failed = tests.results.filter(({ status }) => status === 'failed');
  return failed.length === 0
    ? {}
    : { failures: failed.map((test) => ({ test: formatTestName(test), ...test.error })) };
};

const toSummary = (value: ExecutedResult): Value => ({
  executionId: value.executionId,
  status: value.response?.status ?? null,
  time: value.response === null ? null : Math.round(value.response.time * 10) / 10,
  size: value.response?.size ?? null,
  tests: countTests(value),
  error: value.error,
  ...toFailedTests(value),
  ...toFailedHandlers(value),
  ...(value.diagnostics.length === 0 ? {} : { diagnostics: value.diagnostics }),
  ...pickCommonFields(value),
});

const toFailures = (value: ExecutedResult): Value => {
  const isFine =
    Object.keys({ ...toFailedTests(value), ...findFailedHandlers(value) }).length === 0 &&
    value.error === null;
  if (isFine) return toSummary(value);
  return {
    failures: [],
    ...toSummary(value),
    diagnostics: value.diagnostics,
    logs: value.logs,
    response: value.response,
    ...('outline' in value ? { outline: value.outline } : {}),
  };
};

/** The status and the body, with everything that is needed to understand them correctly. */
const toBody = (value: ExecutedResult): Value => {
  const { response, error, executionId } = value;
  if (response === null) return { status: null, error, executionId };
  const { status, textBody, bodyTruncated = false } = response;
  const body =
    'selected' in value
      ? {}
      : textBody === null
        ? { body: null, bodyType: response.bodyType }
        : { body: textBody };
  const more = response as Value;
  const rest = bodyTruncated
    ? { truncated: true, size: response.size, nextOffset: more.nextOffset, uri: more.uri, executionId }
    : {};
  return {
    status,
    ...body,
    ...pickCommonFields(value),
    ...('selected' in value ? {} : rest),
    ...(error === null ? {} : { error }),
    ...toFailedHandlers(value),
    ...toFailedTests(value),
  };
};

const forms = {
  body: toBody,
  summary: toSummary,
  failures: toFailures,
  full: (value: ExecutedResult): Value => ({ ...value, ...toFailedHandlers(value) }),
};

const selectHeaders = (value: ExecutedResult, wanted: ShapeOptions['headers'] = 'all'): ExecutedResult => {
  const names = (typeof wanted === 'string' ? [wanted] : wanted).map((name) => name.toLowerCase());
  if (value.response === null || names.includes('all')) return value;
  const { headers = {} } = value.response;
  const shown = Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)));
  return { ...value, response: { ...value.response, headers: shown } };
};

/** The headers that the call names. They are in the result even if the rest of the response is not. */
const getNamedHeaders = ({ response }: ExecutedResult, wanted: ShapeOptions['headers']): Value =>
  Array.isArray(wanted) && response !== null ? { headers: response.headers } : {};

const shapeExecuted = (value: ExecutedResult, { return: form = 'full', headers }: ShapeOptions): Value => {
  const shown = selectHeaders(value, headers);
  const result = forms[form](shown);
  return 'response' in result ? result : { ...result, ...getNamedHeaders(shown, headers) };
};

/** Reduces the result of an execution, new or stored, to what the agent asks for. */
export const shapeResult = (value: Value, wanted: ShapeOptions): Value => {
  if (isExecuted(value)) return shapeExecuted(value, wanted);
  if (!isExecuted(value.result)) return value;
  const { result, ...stored } = value;
  if (wanted.return !== 'summary') return { ...stored, result: shapeExecuted(value.result, wanted) };
  const shown = selectHeaders(value.result, wanted.headers);
  return {
    ...stored,
    ...toFailedTests(value.result),
    ...toFailedHandlers(value.result),
    ...getNamedHeaders(shown, wanted.headers),
  };
};
