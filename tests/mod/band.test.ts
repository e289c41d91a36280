import { expect, test } from 'claude-code/testing'
import { NOW, STATUS, band, begin, clientsBand, run, world } from './world'

const RUNNING = run(
  { name: 'typecheck', cmd: 'npx tsc', started: NOW - 9000, result: 'ok', ended: NOW - 8300 },
  { name: 'lint', cmd: 'eslint .', started: NOW - 9000, result: 'fail', ended: NOW - 8800 },
  { name: 'test', cmd: 'bun run test', started: NOW - 8000 },
  { name: 'build', cmd: 'make', started: NOW - 2000, waiting: true },
)

test('M16: running commands are drawn above the prompt and counted each second', async ($, on) => {
  clientsBand(on)
  const seen = world(on, { [`${STATUS}/running/s1.a.json`]: RUNNING })
  await begin($)
  await band($)
  await seen.clock.advance(1000)
  expect(await band($)).toEqual([
    '[gate] running:',
    '  typecheck ✓ (0.7s)',
    '  lint ✗ (0.2s)',
    '  test $ bun run test (9s)',
    '  build $ make waiting (3s)',
  ])
  await seen.clock.advance(1000)
  expect((await band($))[3]).toBe('  test $ bun run test (10s)')
})

test('in Japanese', async ($, on) => {
  clientsBand(on)
  const seen = world(on, { [`${STATUS}/running/s1.a.json`]: RUNNING }, { LANG: 'ja_JP.UTF-8' })
  await begin($)
  await band($)
  await seen.clock.advance(1000)
  const lines = await band($)
  expect([lines[0], lines[4]]).toEqual(['[gate] 実行中:', '  build $ make 待機中 (3s)'])
})

test('the agents of the session are merged, other sessions are left out', async ($, on) => {
  clientsBand(on)
  const one = (name: string, started: number) => run({ name, cmd: 'x', started: NOW + started })
  const seen = world(on, {
    [`${STATUS}/running/s1--b.q.json`]: one('second', -1000),
    [`${STATUS}/running/s1.p.json`]: one('first', -2000),
    [`${STATUS}/running/s12.r.json`]: one('other', -3000),
    [`${STATUS}/running/s1.broken.json`]: '{',
    [`${STATUS}/running/s1.old.json`]: one('crashed', -700_000),
  })
  await begin($)
  await band($)
  await seen.clock.advance(1000)
  expect(await band($)).toEqual(['[gate] running:', '  first $ x (3s)', '  second $ x (2s)'])
})

test('M17: a survey has the place above the prompt', async ($, on) => {
  clientsBand(on)
  const seen = world(on, { [`${STATUS}/running/s1.a.json`]: RUNNING })
  await begin($)
  await band($)
  await seen.clock.advance(1000)
  expect(await band($, { hasSurvey: true })).toEqual([])
})

test('when all has ended the band goes and the summary takes the line under the prompt', async ($, on) => {
  clientsBand(on)
  const files = { [`${STATUS}/running/s1.a.json`]: RUNNING }
  const seen = world(on, files)
  await begin($)
  await band($)
  await seen.clock.advance(1000)
  delete files[`${STATUS}/running/s1.a.json`]
  Object.assign(files, { [`${STATUS}/summary.s1.txt`]: '[gate] done: ✓ 3 / ✗ 1 (9.0s)\n' })
  await seen.clock.advance(1000)
  expect(await band($)).toEqual([])
  expect(seen.status).toEqual(['[gate] done: ✓ 3 / ✗ 1 (9.0s)'])
})

test('a rule that checks for three seconds is named, then the summary comes back', async ($, on) => {
  clientsBand(on)
  const files: Record<string, string> = {
    [`${STATUS}/summary.s1.txt`]: '[gate] done: ✓ 1 (1.0s)\n',
    [`${STATUS}/running/s1.a.check`]: JSON.stringify({ rule: 'no-print', file: 'src/a.py', started: NOW }),
  }
  const seen = world(on, files)
  await begin($)
  await band($)
  await seen.clock.advance(2000)
  expect(seen.status).toEqual(['[gate] done: ✓ 1 (1.0s)'])
  await seen.clock.advance(1000)
  delete files[`${STATUS}/running/s1.a.check`]
  await seen.clock.advance(1000)
  expect(seen.status.slice(1)).toEqual(['[feedback] checking no-print: src/a.py', '[gate] done: ✓ 1 (1.0s)'])
})

test('where nothing is kept, nothing is drawn and the line under the prompt is left alone', async ($, on) => {
  clientsBand(on)
  const seen = world(on, { '/work/app/.git/HEAD': '' })
  await begin($)
  await seen.clock.advance(20_000)
  expect(await band($)).toEqual([])
  expect(seen.status).toEqual([])
})

test('a project above the session’s folder is found, one above the repository is not', async ($, on) => {
  clientsBand(on)
  const above = '/work/.claude/.gate-status'
  const seen = world(on, { [`${above}/running/s1.a.json`]: RUNNING, '/work/.git/HEAD': '', '/work/app/x': '' })
  await begin($)
  await band($)
  await seen.clock.advance(1000)
  expect((await band($))[0]).toBe('[gate] running:')
})

test('control characters of a command do not reach the screen', async ($, on) => {
  clientsBand(on)
  const seen = world(on, { [`${STATUS}/running/s1.a.json`]: run({ cmd: 'a\u001b[2Jb', started: NOW }) })
  await begin($)
  await band($)
  await seen.clock.advance(1000)
  expect((await band($))[1]).toBe('  a\ufffd[2Jb (1s)')
})

test('a headless session draws nothing and asks for nothing each second', async ($, on) => {
  const seen = world(on, { [`${STATUS}/summary.s1.txt`]: '[gate] done: ✓ 1 (1.0s)\n' })
  await begin($, false)
  await seen.clock.advance(20_000)
  expect(seen.status).toEqual([])
  expect(seen.commands.length).toBe(2)
})

test('files that cannot be read leave the prompt to the client', async ($, on) => {
  clientsBand(on)
  const seen = world(on, { [`${STATUS}/running/s1.a.json`]: RUNNING })
  await begin($)
  await band($)
  await seen.clock.advance(1000)
  seen.problem = 'EIO'
  await seen.clock.advance(1000)
  expect(await band($)).toEqual([])
})
