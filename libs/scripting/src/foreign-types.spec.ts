import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { ForeignDialect } from '@tandem/core';
import type TypeScript from 'typescript';
import { afterAll, describe, expect, it } from 'vitest';

import { brunoNames, postmanNames } from './guest/foreign/parameters.js';
import { createScriptRuntime } from './index.js';
import { sampleEnvironment, sampleForeign, sampleRequest, sampleResponse } from './testing/sample.js';

const runtime = createScriptRuntime({ hosts: 1 });
afterAll(() => runtime.close());

const ts = createRequire(import.meta.url)('typescript') as typeof TypeScript;

const folder = join(import.meta.dirname, '../foreign-types');

/** Compiles the declarations of a dialect with a script that has one expression per line. */
const compile = (dialect: ForeignDialect, expressions: readonly string[]) => {
  const file = join(folder, 'script.ts');
  const options = {
    noEmit: true,
    strict: true,
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts'],
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, target, ...rest) =>
    name === file ? ts.createSourceFile(name, expressions.join(';\n'), target) : read(name, target, ...rest);
  const program = ts.createProgram([join(folder, `${dialect}.d.ts`), file], options, host);
  const checker = program.getTypeChecker();
  const errors = ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  const members = (program.getSourceFile(file)?.statements ?? []).map((statement) =>
    ts.isExpressionStatement(statement)
      ? checker
          .getTypeAtLocation(statement.expression)
          .getProperties()
          .map(({ name }) => name)
      : [],
  );
  return { errors, membersOf: (expression: string) => members[expressions.indexOf(expression)] ?? [] };
};

/** Members of functions and of chai, and of lists, that no script needs. */
const innerNames = ['constructor', 'length', 'name', 'prototype', 'arguments', 'caller', 'entries'];
const innerChaiNames = ['__flags', '__methods', '_obj', 'assert'];

/** The members that a script finds in the value of an expression. */
const listOffered = async (dialect: ForeignDialect, expression: string): Promise<readonly string[]> => {
  const text = `const names = new Set();
    const ends = [Object.prototype, Array.prototype, Function.prototype, null];
    for (let one = ${expression}; !ends.includes(one); one = Object.getPrototypeOf(one))
      for (const name of Object.getOwnPropertyNames(one)) names.add(name);
    console.log(JSON.stringify([...names])); // chai is loaded because of pm.expect`;
  const scripts = [{ name: 'a script', text, foreign: { dialect, event: 'tests' as const } }];
  const environment = { ...sampleEnvironment, foreign: sampleForeign };
  const { logs } = await runtime.withSession(scripts, environment, new AbortController().signal, (session) =>
    session.onResponse(sampleRequest, sampleResponse),
  );
  const names = JSON.parse(logs[0]?.message ?? '[]') as readonly string[];
  return names.filter((name) => ![...innerNames, ...innerChaiNames].includes(name));
};

const withoutInner = (names: readonly string[]): readonly string[] =>
  names.filter((name) => !innerNames.includes(name)).toSorted();

describe.each([
  [
    'postman',
    [
      'pm',
      'pm.test',
      'pm.expect(1)',
      'pm.expect',
      'pm.request',
      'pm.request.url',
      'pm.request.url.query',
      'pm.request.headers',
      'pm.response',
      'pm.response.to',
      'pm.response.headers',
      'pm.response.cookies',
      'pm.response.contentInfo()',
      'pm.environment',
      'pm.environment.values',
      'pm.collectionVariables',
      'pm.globals',
      'pm.variables',
      'pm.iterationData',
      'pm.cookies',
      'pm.cookies.jar()',
      'pm.info',
      'pm.execution',
      'pm.visualizer',
      'postman',
    ],
  ],
  [
    'bruno',
    [
      'bru',
      'bru.runner',
      'bru.runner.iterationData',
      'bru.cookies',
      'bru.cookies.jar()',
      'bru.utils',
      'req',
      'req.headerList',
      'res',
      'res.headerList',
      'expect(1)',
      'expect',
      'assert',
    ],
  ],
] as const)('the types of %s scripts', (dialect, expressions) => {
  const { errors, membersOf } = compile(dialect, expressions);

  it('compile', () => {
    expect(errors).toEqual([]);
  });

  it('declare the names that scripts have', () => {
    const text = readFileSync(join(folder, `${dialect}.d.ts`), 'utf8');
    const declared = [...text.matchAll(/^declare (?:const|function) (\w+)/gm)].map(([, name]) => name);
    expect(declared.toSorted()).toEqual([...(dialect === 'postman' ? postmanNames : brunoNames)].toSorted());
  });

  it.each(expressions)('declare the members of %s', async (expression) => {
    expect(withoutInner(membersOf(expression))).toEqual(withoutInner(await listOffered(dialect, expression)));
  });
});
