import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { unwrapRefusal, unwrapResult } from '@tandem/core/testing';
import { describe, expect, it } from 'vitest';

import { createGit } from './git.js';
import { defaultGitLimits, readGitLimits } from './limits.js';
import { findPrograms } from './repository.js';
import { makeRepository } from './testing/repositories.js';

const trust = { isTrusted: true };
const noTrust = { isTrusted: false };

describe('the state of a repository', () => {
  it("contains the branch and each changed file, with the file's last version and whether the file is staged", async () => {
    const { folder, git, write, run } = makeRepository();
    write('a.yml', 'two\n');
    write('new one.yml', 'new\n');
    write('staged.yml', 'staged\n');
    run('add', 'staged.yml');
    const { state, files } = await unwrapResult(git.look(folder));
    expect(state).toMatchObject({ repository: folder, problem: null, branch: 'main', changed: 3, staged: 1 });
    expect(state.committedAt).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(await unwrapResult(git.findCommitTime(folder))).toBe(state.committedAt);
    expect(files.map(({ path, staged, object }) => [path, staged, object !== null])).toEqual([
      ['a.yml', 'none', true],
      ['staged.yml', 'all', false],
      ['new one.yml', 'none', false],
    ]);
    const versions = await unwrapResult(git.read(folder, files));
    expect(versions.slice(0, 2)).toEqual([
      { path: 'a.yml', before: 'one\n', after: 'two\n' },
      { path: 'staged.yml', before: null, after: 'staged\n' },
    ]);
    write('staged.yml', 'changed since\n');
    const staged = files.map(({ path, stagedObject }) => ({ path, object: stagedObject }));
    expect((await unwrapResult(git.read(folder, staged)))[1]).toEqual({
      path: 'staged.yml',
      before: 'staged\n',
      after: 'changed since\n',
    });
  });

  it('contains only the files of the data folder if the repository contains more', async () => {
    const { folder, git, write } = makeRepository();
    write('api/tandem/b.yml', 'b\n');
    write('c.yml', 'c\n');
    const { files, prefix } = await unwrapResult(git.look(join(folder, 'api/tandem')));
    expect(prefix).toBe('api/tandem');
    expect(files.map(({ path }) => path)).toEqual(['b.yml']);
  });

  it('says that HEAD is detached, or that there is no commit yet', async () => {
    const { folder, git, run, root, runIn } = makeRepository();
    run('checkout', '--quiet', '--detach');
    expect((await unwrapResult(git.look(folder))).state).toMatchObject({
      branch: null,
      commit: expect.stringMatching(/^\w{8}$/) as string,
    });
    const empty = join(root, 'empty');
    mkdirSync(empty);
    runIn(empty, 'init', '--quiet');
    expect((await unwrapResult(git.look(empty))).state).toMatchObject({
      branch: 'main',
      commit: null,
      committedAt: null,
    });
  });

  it('lists conflicts and an unfinished merge', async () => {
    const { folder, git, run, write } = makeRepository();
    run('switch', '--quiet', '--create', 'other');
    write('a.yml', 'theirs\n');
    run('commit', '--quiet', '--all', '--message', 'Theirs');
    run('switch', '--quiet', 'main');
    write('a.yml', 'ours\n');
    run('commit', '--quiet', '--all', '--message', 'Ours');
    expect(() => run('merge', 'other')).toThrow();
    const { state, files } = await unwrapResult(git.look(folder));
    expect(state).toMatchObject({ unfinished: 'merge', conflicts: ['a.yml'] });
    expect((await unwrapResult(git.read(folder, files)))[0]?.before).toBe('ours\n');
    const refusal = await unwrapRefusal(git.commit(folder, { message: 'No' }, trust));
    expect(refusal).toMatchObject({
      reason: expect.stringContaining('Some files have conflicts.') as string,
    });
  });

  it('contains a limited number of files', async () => {
    const { folder, git, write } = makeRepository({ limits: { ...defaultGitLimits, changedFiles: 2 } });
    for (const name of ['b', 'c', 'd']) write(`${name}.yml`, name);
    const { state, files, isCut } = await unwrapResult(git.look(folder));
    expect([state.changed, files.length, isCut]).toEqual([3, 2, true]);
  });
});

describe('a folder in which git cannot be used', () => {
  it.each([
    ['is in no repository', (root: string) => join(root, 'home'), 'The folder is not in a git repository.'],
    ['does not exist', (root: string) => join(root, 'nowhere'), 'There is no data folder yet.'],
  ])('is refused with the reason if it %s', async (_, getFolder, reason) => {
    const { root, git } = makeRepository();
    const refusal = await unwrapRefusal(git.look(getFolder(root)));
    expect(refusal).toMatchObject({ kind: 'git-refused', reason: expect.stringContaining(reason) as string });
  });

  it('is refused if git is not installed', async () => {
    const { root, folder } = makeRepository();
    const git = createGit({ env: { PATH: join(root, 'home') } });
    expect(await unwrapRefusal(git.look(folder))).toMatchObject({
      reason: 'Git was not found. Install it, then try again.',
    });
  });

  it('is refused if git takes too long', async () => {
    const { folder, git } = makeRepository({ limits: { ...defaultGitLimits, localMs: 1 } });
    const refusal = await unwrapRefusal(git.look(folder));
    expect(refusal).toMatchObject({ reason: expect.stringContaining('TANDEM_GIT_MS') as string });
  });

  it('is refused if the repository has its files in another location', async () => {
    const { root, folder, git, run } = makeRepository();
    run('config', 'core.worktree', join(root, 'home'));
    expect(await unwrapRefusal(git.look(folder))).toMatchObject({
      reason: expect.stringContaining('does not hold the folder') as string,
    });
  });

  it('is not treated as a repository if it looks like a bare repository', async () => {
    const { root, folder, git, attack, hasRun } = makeRepository();
    const bare = join(folder, 'bare');
    for (const name of ['objects', 'refs']) mkdirSync(join(bare, name), { recursive: true });
    writeFileSync(join(bare, 'HEAD'), 'ref: refs/heads/main\n');
    writeFileSync(
      join(bare, 'config'),
      `[core]\n\tbare = false\n\tworktree = ${root}\n\tfsmonitor = "${attack}"\n`,
    );
    await git.look(bare)();
    expect(hasRun()).toBe(false);
  });
});

describe('an action in git', () => {
  it('can stage, unstage and commit files', async () => {
    const { folder, git, write, run } = makeRepository();
    write('a.yml', 'two\n');
    write('b[1].yml', 'b\n');
    await unwrapResult(git.stage(folder, ['a.yml', 'b[1].yml'], true, noTrust));
    await unwrapResult(git.stage(folder, ['a.yml'], false, noTrust));
    const id = await unwrapResult(git.commit(folder, { message: '# Add b\n\nWhy' }, noTrust));
    expect(run('log', '-1', '--format=%h %an %B', '--abbrev=8')).toBe(`${id} Ada # Add b\n\nWhy\n\n`);
    expect(run('status', '--porcelain')).toBe(' M a.yml\n');
  });

  it('commits only the named files, and leaves other files staged', async () => {
    const { folder, git, write, run } = makeRepository();
    write('staged.yml', 'mine\n');
    run('add', 'staged.yml');
    write('agent.yml', 'agent\n');
    await unwrapResult(git.commit(folder, { message: 'Agent', paths: ['agent.yml'] }, noTrust));
    expect(run('show', '--name-only', '--format=')).toBe('agent.yml\n');
    expect(run('status', '--porcelain')).toBe('A  staged.yml\n');
  });

  it('does not commit files outside the data folder', async () => {
    const { folder, git, write, run } = makeRepository();
    write('api/b.yml', 'b\n');
    write('c.yml', 'c\n');
    run('add', '.');
    expect(await unwrapRefusal(git.commit(join(folder, 'api'), { message: 'b' }, noTrust))).toMatchObject({
      reason: expect.stringContaining('Files outside of this folder are staged as well: c.yml.') as string,
    });
  });

  it('is refused if there is nothing to commit', async () => {
    const { folder, git } = makeRepository();
    expect(await unwrapRefusal(git.commit(folder, { message: 'Nothing' }, noTrust))).toMatchObject({
      reason: 'Nothing is staged, so there is nothing to commit.',
    });
  });

  it('switches to another branch or to a new branch', async () => {
    const { folder, git } = makeRepository();
    await unwrapResult(git.switchBranch(folder, { name: 'feature', isNew: true }, noTrust));
    expect((await unwrapResult(git.look(folder))).state).toMatchObject({
      branch: 'feature',
      branches: expect.arrayContaining(['feature', 'main']) as string[],
    });
    for (const [name, isNew, reason] of [
      ['main', true, 'There is a branch with that name already.'],
      ['nowhere', false, 'That is not the name of a branch.'],
      ['a..b', true, 'That is not the name of a branch.'],
      ['--force', true, 'The name of a branch does not start with "-".'],
    ] as const)
      expect(await unwrapRefusal(git.switchBranch(folder, { name, isNew }, noTrust))).toMatchObject({
        reason,
      });
  });

  it('pushes and pulls commits', async () => {
    const { root, folder, git, write, run, runIn, addRemote } = makeRepository();
    const remote = addRemote();
    write('a.yml', 'two\n');
    run('commit', '--quiet', '--all', '--message', 'Second');
    expect((await unwrapResult(git.look(folder))).state).toMatchObject({ upstream: 'origin/main', ahead: 1 });
    await unwrapResult(git.push(folder, trust));
    const other = join(root, 'other');
    runIn(root, 'clone', '--quiet', remote, other);
    writeFileSync(join(other, 'a.yml'), 'three\n');
    runIn(other, 'commit', '--quiet', '--all', '--message', 'Third');
    runIn(other, 'push', '--quiet');
    await unwrapResult(git.pull(folder, trust));
    expect((await unwrapResult(git.look(folder))).state).toMatchObject({ ahead: 0, behind: 0, changed: 0 });
    expect(run('show', 'HEAD:a.yml')).toBe('three\n');
  });

  it('pushes to a new remote branch, and the local branch then follows that branch', async () => {
    const { folder, git, run, addRemote } = makeRepository();
    addRemote();
    run('switch', '--quiet', '--create', 'feature');
    expect(await unwrapRefusal(git.pull(folder, trust))).toMatchObject({
      reason: 'The branch feature follows no remote branch. Push it first.',
    });
    await unwrapResult(git.push(folder, trust));
    expect((await unwrapResult(git.look(folder))).state.upstream).toBe('origin/feature');
  });

  it('is refused with a sentence if the remote has other commits', async () => {
    const { root, folder, git, write, run, runIn, addRemote } = makeRepository();
    const remote = addRemote();
    const other = join(root, 'other');
    runIn(root, 'clone', '--quiet', remote, other);
    writeFileSync(join(other, 'a.yml'), 'theirs\n');
    runIn(other, 'commit', '--quiet', '--all', '--message', 'Theirs');
    runIn(other, 'push', '--quiet');
    write('a.yml', 'ours\n');
    run('commit', '--quiet', '--all', '--message', 'Ours');
    expect(await unwrapRefusal(git.push(folder, trust))).toMatchObject({
      reason: expect.stringContaining('pull first') as string,
    });
    expect(await unwrapRefusal(git.pull(folder, trust))).toMatchObject({
      reason: expect.stringContaining('conflict with yours') as string,
    });
  });

  it('never waits for credentials', async () => {
    const { folder, git, run } = makeRepository();
    run('remote', 'add', 'origin', 'ssh://nobody@127.0.0.1:1/none.git');
    const refusal = await unwrapRefusal(git.push(folder, noTrust));
    expect(refusal).toMatchObject({ kind: 'git-refused' });
  });
});

/** Settings of a repository that make some git command run a program. */
const attacks = (attack: string): readonly (readonly [name: string, value: string])[] => [
  ['core.fsmonitor', attack],
  ['core.hooksPath', '.evil'],
  ['core.sshCommand', attack],
  ['core.askPass', attack],
  ['core.pager', attack],
  ['core.editor', attack],
  ['core.gitProxy', attack],
  ['core.alternateRefsCommand', attack],
  ['credential.helper', `!${attack}`],
  ['diff.external', attack],
  ['diff.evil.command', attack],
  ['diff.evil.textconv', attack],
  ['filter.evil.clean', attack],
  ['filter.evil.smudge', attack],
  ['filter.evil.process', attack],
  ['merge.evil.driver', attack],
  ['merge.tandem.driver', attack],
  ['gpg.program', attack],
  ['remote.origin.uploadpack', attack],
  ['remote.origin.receivepack', attack],
  ['remote.origin.vcs', 'ext'],
  ['sequence.editor', attack],
];

const addAttacks = (
  repository: ReturnType<typeof makeRepository>,
  chosen = attacks(repository.attack),
): void => {
  const { run, write, attack } = repository;
  write('.gitattributes', '* filter=evil diff=evil merge=evil\n');
  write('a.yml', 'two\n');
  const script = `#!/bin/sh\n${attack}\n`;
  for (const folder of ['.git/hooks', '.evil'])
    for (const hook of [
      'pre-commit',
      'post-commit',
      'post-checkout',
      'pre-push',
      'post-merge',
      'reference-transaction',
      'post-index-change',
    ])
      write(`${folder}/${hook}`, script, 0o755);
  run('remote', 'add', 'origin', `ext::sh -c "${attack}"`);
  for (const [name, value] of chosen) run('config', name, value);
};

describe.skipIf(process.platform === 'win32')('a repository from somebody else', () => {
  it('runs nothing when its state is read, although plain git would run its programs', async () => {
    const repository = makeRepository();
    const { folder, git, run, hasRun } = repository;
    addAttacks(repository);
    run('config', 'log.showSignature', 'true');
    run('config', 'alias.status', `!${repository.attack}`);
    const { files, programs } = await unwrapResult(git.look(folder));
    await unwrapResult(git.read(folder, files));
    expect(hasRun()).toBe(false);
    expect(programs).toEqual(
      expect.arrayContaining(['core.fsmonitor', 'filter.evil.clean', 'remote.origin.vcs']),
    );
    expect(programs).not.toContain('alias.status');
    expect(() => run('status', '--porcelain')).toThrow();
    expect(hasRun()).toBe(true);
  });

  it('is not changed while its configuration can run programs', async () => {
    const repository = makeRepository();
    const { folder, git, hasRun } = repository;
    addAttacks(repository);
    for (const work of [
      git.stage(folder, ['a.yml'], true, noTrust),
      git.commit(folder, { message: 'No', paths: ['a.yml'] }, noTrust),
      git.switchBranch(folder, { name: 'other', isNew: true }, noTrust),
      git.pull(folder, noTrust),
      git.push(folder, noTrust),
    ])
      expect(await unwrapRefusal(work)).toMatchObject({
        reason: expect.stringContaining('core.fsmonitor') as string,
      });
    expect(hasRun()).toBe(false);
  });

  it.each(attacks('').map(([name]) => name))('needs trust while %s is set', (name) => {
    const setting = { scope: 'local', key: name.toLowerCase(), value: 'x' };
    expect(findPrograms([setting], "'tandem'")).toEqual([setting.key]);
    expect(findPrograms([{ ...setting, scope: 'global' }], "'tandem'")).toEqual([]);
  });

  it('is refused if it has a filter that cannot be switched off', async () => {
    const { folder, git, attack, hasRun, write, run } = makeRepository();
    write('.gitattributes', '* filter=a=b\n');
    write('a.yml', 'two\n');
    run('config', 'filter.a=b.clean', attack);
    expect(await unwrapRefusal(git.look(folder))).toMatchObject({
      reason: expect.stringContaining('cannot be switched off') as string,
    });
    expect(hasRun()).toBe(false);
  });

  it('runs its hooks on commits and pushes only if the folder is trusted', async () => {
    const repository = makeRepository();
    const { folder, git, write, run, hasRun, attack, addRemote } = repository;
    addRemote();
    for (const hook of ['pre-commit', 'post-checkout'])
      write(`.git/hooks/${hook}`, `#!/bin/sh\n${attack}\n`, 0o755);
    write('a.yml', 'two\n');
    await unwrapResult(git.commit(folder, { message: 'Quiet', paths: ['a.yml'] }, noTrust));
    await unwrapResult(git.switchBranch(folder, { name: 'other', isNew: true }, noTrust));
    expect(hasRun()).toBe(false);
    expect((await unwrapResult(git.look(folder))).hooks).toEqual(['post-checkout', 'pre-commit']);
    write('a.yml', 'three\n');
    await unwrapResult(git.commit(folder, { message: 'Loud', paths: ['a.yml'] }, trust));
    expect(hasRun()).toBe(true);
    expect(run('log', '-1', '--format=%s')).toBe('Loud\n');
  });

  it.each([
    ['a transport that runs a command', (attack: string) => `ext::sh -c "${attack}"`],
    ['a repository on this disk', () => '../remote.git'],
  ])('is not pushed to %s', async (_, getUrl) => {
    const { root, folder, git, run, runIn, attack, hasRun } = makeRepository();
    runIn(root, 'clone', '--quiet', '--bare', folder, join(root, 'remote.git'));
    writeFileSync(join(root, 'remote.git/hooks/pre-receive'), `#!/bin/sh\n${attack}\n`, { mode: 0o755 });
    run('remote', 'add', 'origin', getUrl(attack));
    run('commit', '--quiet', '--allow-empty', '--message', 'More');
    expect(await unwrapRefusal(git.push(folder, noTrust))).toMatchObject({
      reason: expect.stringContaining('has an address that is not used here') as string,
    });
    expect(hasRun()).toBe(false);
  });

  it('may have the merge driver that Tandem has set up', async () => {
    const { folder, git, write, run } = makeRepository();
    run('config', 'merge.tandem.driver', "'tandem'");
    write('a.yml', 'two\n');
    await unwrapResult(git.stage(folder, ['a.yml'], true, noTrust));
    expect(existsSync(join(folder, 'a.yml'))).toBe(true);
    expect((await unwrapResult(git.look(folder))).state.staged).toBe(1);
  });

  it('is not redirected by the variables that git sets for hooks', async () => {
    const { root, folder, runIn } = makeRepository();
    runIn(root, 'init', '--quiet', 'elsewhere');
    const git = createGit({ env: { ...process.env, GIT_DIR: join(root, 'elsewhere/.git') } });
    expect((await unwrapResult(git.look(folder))).state.repository).toBe(folder);
  });
});

it.each([
  [{}, 30_000, 120_000, 5_000],
  [
    { TANDEM_GIT_MS: '1000', TANDEM_GIT_NETWORK_MS: '2000', TANDEM_GIT_CHANGED_FILES: '10' },
    1_000,
    2_000,
    10,
  ],
  [
    { TANDEM_GIT_MS: 'soon', TANDEM_GIT_NETWORK_MS: '0', TANDEM_GIT_CHANGED_FILES: '999999' },
    30_000,
    120_000,
    100_000,
  ],
])('the limits of git are read from the environment %j', (env, localMs, networkMs, changedFiles) => {
  expect(readGitLimits(env)).toMatchObject({ localMs, networkMs, changedFiles });
});
