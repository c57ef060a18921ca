import type { FolderVersions, Git, GitFile, GitLook, Ports } from '@tandem/core';
import { E, TE } from '@tandem/core/fp';
import { unwrapRefusal, unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { createApplication, createQuietContext } from '../application.js';
import { anyOperations } from '../operations.js';
import { createPlannedApplication } from '../testing/index.js';

const context = createQuietContext();

const createFile = (path: string, more: Partial<GitFile> = {}): GitFile => ({
  path,
  object: 'abc',
  stagedObject: null,
  staged: 'none',
  isConflict: false,
  ...more,
});

const createLook = (files: readonly GitFile[], more: Partial<GitLook> = {}): GitLook => ({
  state: {
    repository: '/w',
    problem: null,
    branch: 'main',
    commit: '12345678',
    committedAt: null,
    upstream: null,
    ahead: 0,
    behind: 0,
    changed: files.length,
    staged: 0,
    conflicts: [],
    unfinished: null,
    branches: ['main'],
    canPush: false,
  },
  files,
  isCut: false,
  prefix: '',
  programs: [],
  hooks: [],
  ...more,
});

/** A repository in memory, with its state, the texts of its files and a list of the actions on it. */
const createPlannedGit = (look: GitLook, texts: Readonly<Record<string, string>> = {}) => {
  const done: unknown[] = [];
  let committedAt: string | null = null;
  const note = (...what: readonly unknown[]): TE.TaskEither<never, void> => {
    done.push(what);
    return TE.right(undefined);
  };
  const git: Git = {
    look: () => TE.right(look),
    findCommitTime: () => TE.right(committedAt),
    read: (_, files) =>
      TE.right(
        files.map(({ path, object }) => ({
          path,
          before: texts[object ?? ''] ?? 'before',
          after: texts[path] ?? 'after',
        })),
      ),
    stage: (_, paths, isStaged, { isTrusted }) => note('stage', paths, isStaged, isTrusted),
    commit: (_, { message, paths }) => {
      done.push(['commit', message, paths]);
      return TE.right('abcdef12');
    },
    switchBranch: (_, { name, isNew }) => note('switch', name, isNew),
    pull: () => note('pull'),
    push: () => note('push'),
  };
  const setCommitTime = (at: string | null): void => void (committedAt = at);
  return { git, done, setCommitTime };
};

/** Reads each file as a request whose id is the file's name, and finds that its URL and script have changed. */
const planVersions: FolderVersions = {
  locate: () => TE.right('/w/tandem'),
  compare: (files) =>
    TE.right(
      files
        .filter(({ before, after }) => before !== after)
        .map(({ path, before, after }) => ({
          id: path.replace('.yml', ''),
          entity: 'rest' as const,
          name: path,
          op: 'updated' as const,
          paths: [path],
          fields: [
            { name: 'url', before, after },
            { name: 'headers[x]', before: undefined, after: { name: 'x', value: after, enabled: true } },
          ],
          note: null,
        })),
    ),
};

const openWithGit = async (
  look: GitLook,
  texts: Readonly<Record<string, string>> = {},
  more: Partial<Ports> = {},
) => {
  const { ports, workspace, createRest } = await createPlannedApplication();
  const { git, done, setCommitTime } = createPlannedGit(look, texts);
  const application = createApplication({
    ...ports,
    git,
    folderVersions: planVersions,
    contentHash: (text) => text,
    ...more,
  });
  return { application, done, setCommitTime, workspace, createRest };
};

describe('a program without git', () => {
  it('reports that it does not use git, and refuses every other operation', async () => {
    const { application } = await createPlannedApplication();
    expect(await unwrapResult(application.git.status({}))).toMatchObject({
      repository: null,
      problem: 'This program does not use git.',
    });
    expect(await unwrapRefusal(application.git.push({}, context))).toMatchObject({ kind: 'git-refused' });
  });
});

describe('the operations of git', () => {
  it('are for people only', () => {
    const found = anyOperations.filter(({ name }) => name.startsWith('git_'));
    expect(found).toHaveLength(7);
    for (const { audience } of found) expect(audience).toBe('person');
  });
});

describe('the state of the repository', () => {
  it('contains one sentence about each thing that a person should know', async () => {
    const look = createLook([], {
      prefix: 'api',
      isCut: true,
      programs: ['core.fsmonitor'],
      hooks: ['pre-commit'],
    });
    const state = { ...look.state, branch: null, unfinished: 'merge' as const, conflicts: ['a.yml'] };
    const { application } = await openWithGit({ ...look, state });
    const { notes } = await unwrapResult(application.git.status({}));
    expect(notes).toEqual([
      expect.stringContaining('HEAD is detached at 12345678.') as string,
      expect.stringContaining('A merge is not finished.') as string,
      'Files with conflicts: a.yml.',
      expect.stringContaining('only changes in api') as string,
      expect.stringContaining('Only the first 0') as string,
      expect.stringContaining('core.fsmonitor') as string,
      expect.stringContaining('hooks (pre-commit)') as string,
    ]);
  });

  it('does not mention hooks and programs if the folder is trusted', async () => {
    const { application } = await openWithGit(
      createLook([], { programs: ['core.fsmonitor'], hooks: ['pre-push'] }),
    );
    await unwrapResult(application.outsideScripts.trust({ trust: true }));
    expect((await unwrapResult(application.git.status({}))).notes).toEqual([]);
  });
});

describe('the changes since the last commit', () => {
  it('name the person or agent who last changed each field', async () => {
    const files: GitFile[] = [];
    const { application } = await openWithGit(createLook(files));
    const agent = application.as({ by: 'agent', kind: 'mcp', session: 's' });
    const person = application.as({ by: 'window', kind: 'window' });
    const { id } = await unwrapResult(person.rest.create({ name: 'R', url: 'http://h/x' }));
    await unwrapResult(agent.rest.update({ id, url: 'http://h/y' }));
    files.push(createFile(`${id}.yml`));
    const { changes } = await unwrapResult(application.git.changes({ offset: 0 }));
    expect(changes).toMatchObject([
      {
        id,
        fields: [
          {
            name: 'url',
            before: 'before',
            after: 'after',
            author: { by: 'agent', kind: 'mcp', session: 's' },
          },
          { name: 'headers[x]', author: { by: 'window', kind: 'window' } },
        ],
      },
    ]);
    expect(changes[0]?.authors.map(({ by }) => by).sort()).toEqual(['agent', 'window']);
    expect(changes[0]?.fields[1]).not.toHaveProperty('before');
  });

  it('are returned with the state of the repository, so that one look at it serves both', async () => {
    const { application } = await openWithGit(createLook([createFile('a.yml')]));
    const { state } = await unwrapResult(application.git.changes({ offset: 0 }));
    expect(state).toEqual(await unwrapResult(application.git.status({})));
  });

  it('are listed page by page, without .env files', async () => {
    const names = Array.from({ length: 130 }, (_, at) => `r${String(at).padStart(3, '0')}.yml`);
    const { application } = await openWithGit(
      createLook([...names, '.env', 'sub/.env.local', '.env.example'].map((path) => createFile(path))),
    );
    const first = await unwrapResult(application.git.changes({ offset: 0 }));
    expect([first.changes.length, first.nextOffset, first.files]).toEqual([100, 100, 133]);
    expect(first.neverCommitted).toEqual(['.env', 'sub/.env.local']);
    const second = await unwrapResult(application.git.changes({ offset: 100 }));
    expect([second.changes.length, second.nextOffset]).toEqual([31, undefined]);
  });

  it('contain the names of secrets instead of their values', async () => {
    const { application } = await openWithGit(createLook([createFile('a.yml')]), {
      'a.yml': 'url: http://h/?key=s3cretvalue',
    });
    await unwrapResult(
      application.environments.create({
        name: 'Dev',
        secrets: { TOKEN: 's3cretvalue' },
      }),
    );
    const { changes } = await unwrapResult(application.git.changes({ offset: 0 }));
    expect(changes[0]).toMatchObject({ secrets: ['TOKEN'] });
    expect(JSON.stringify(changes)).not.toContain('s3cretvalue');
    const refusal = await unwrapRefusal(
      application.git.commit({ message: 'Leak', paths: ['a.yml'] }, context),
    );
    expect(refusal).toMatchObject({ reason: expect.stringContaining('a.yml (TOKEN)') as string });
    const sure = { message: 'Leak', paths: ['a.yml'], withSecrets: true };
    expect(await unwrapResult(application.git.commit(sure, context))).toMatchObject({ commit: 'abcdef12' });
  });
});

describe('a commit of what is staged', () => {
  const files = [createFile('a.yml', { staged: 'part', stagedObject: 'staged-a' })];

  it('is refused if the staged content holds a secret, although the file on disk no longer does', async () => {
    const { application, done } = await openWithGit(createLook(files), {
      'a.yml': 'url: http://h/',
      'staged-a': 'url: http://h/?key=s3cretvalue',
    });
    await unwrapResult(application.environments.create({ name: 'Dev', secrets: { TOKEN: 's3cretvalue' } }));
    expect(await unwrapRefusal(application.git.commit({ message: 'Leak' }, context))).toMatchObject({
      reason: expect.stringContaining('a.yml (TOKEN)') as string,
    });
    expect(done).toEqual([]);
  });

  it('is refused if there are more changed files than are listed', async () => {
    const { application, done } = await openWithGit(createLook(files, { isCut: true }));
    expect(await unwrapRefusal(application.git.commit({ message: 'All' }, context))).toMatchObject({
      kind: 'git-refused',
    });
    expect(done).toEqual([]);
  });
});

describe('a change by an agent right after a commit', () => {
  it('has its own entry in the activity, so that undoing it keeps what was committed, even in a terminal', async () => {
    const { application, createRest, setCommitTime } = await openWithGit(createLook([]));
    const id = await createRest();
    const agent = application.as({ by: 'agent', kind: 'mcp' });
    const listNames = async () => {
      const { activities } = await unwrapResult(application.activity.list({ take: 10 }));
      return activities
        .filter(({ op }) => op === 'updated')
        .map(({ fields }) => fields.map(({ after }) => after));
    };
    await unwrapResult(agent.rest.update({ id, url: 'http://h/1' }));
    await unwrapResult(agent.rest.update({ id, url: 'http://h/2' }));
    expect(await listNames()).toEqual([['http://h/2']]);
    const { activities } = await unwrapResult(application.activity.list({ take: 1 }));
    setCommitTime(activities[0]?.at ?? null);
    await unwrapResult(agent.rest.update({ id, url: 'http://h/3' }));
    expect(await listNames()).toEqual([['http://h/3'], ['http://h/2']]);
  });
});

describe('an action with git that a person asks for', () => {
  it('runs in the data folder, with the trust that the folder has', async () => {
    const { application, done } = await openWithGit(createLook([createFile('a.yml')]));
    await unwrapResult(application.git.stage({ paths: ['a.yml'], staged: true }, context));
    await unwrapResult(application.outsideScripts.trust({ trust: true }));
    await unwrapResult(application.git.stage({ paths: ['a.yml'], staged: false }, context));
    await unwrapResult(application.git.commit({ message: 'All' }, context));
    await unwrapResult(application.git.switchBranch({ branch: 'b', create: true }, context));
    await unwrapResult(application.git.pull({}, context));
    await unwrapResult(application.git.push({}, context));
    expect(done).toEqual([
      ['stage', ['a.yml'], true, false],
      ['stage', ['a.yml'], false, true],
      ['commit', 'All', undefined],
      ['switch', 'b', true],
      ['pull'],
      ['push'],
    ]);
  });

  it.each([
    ['.env', 'may hold secrets'],
    ['sub/.env.production', 'may hold secrets'],
    ['../outside.yml', 'must be changed files'],
  ])('never stages or commits %s', async (path, reason) => {
    const { application, done } = await openWithGit(
      createLook([createFile('.env'), createFile('sub/.env.production')]),
    );
    for (const work of [
      application.git.stage({ paths: [path], staged: true }, context),
      application.git.commit({ message: 'No', paths: [path] }, context),
    ]) {
      const outcome = await work();
      expect(E.isLeft(outcome) && JSON.stringify(outcome.left)).toContain(reason);
    }
    expect(done).toEqual([]);
  });

  it('does not commit an .env file that another program staged, and requires a message', async () => {
    const { application, done } = await openWithGit(createLook([createFile('.env', { staged: 'all' })]));
    expect(await unwrapRefusal(application.git.commit({ message: 'All' }, context))).toMatchObject({
      kind: 'git-refused',
    });
    expect(await unwrapRefusal(application.git.commit({ message: ' ' }, context))).toMatchObject({
      kind: 'invalid-input',
    });
    expect(done).toEqual([]);
  });
});
