import { expect, test } from 'claude-code/testing'
import { begin, world } from './world'

const typed = { kind: 'composer' } as const
const here = { isFullscreen: false, columns: 80 } as const

function say($: any, command: string, args: string, origin: object = typed) {
  return $.command.run({ command, args, origin, presentation: here })
}

test('M1, M2: both commands are offered, in the language of the options', async ($, on) => {
  const seen = world(on, { '/home/me/.config/feedback-gate/settings.conf': '# mine\nlanguage = ja\n' }, { LANG: 'en_US.UTF-8' })
  await begin($)
  expect(seen.commands).toEqual([
    '/correct [--window 30d] [--min 2] [apply]: フィードバックルールを違反の記録と照らし合わせて見直す',
    '/gate [run|explain|check|reset|install-command]: 品質ゲート: 直近の結果と未解決のものを表示する。実行、リセット、コマンドのインストールもできる',
  ])
})

test('an administrator’s language wins over a person’s', async ($, on) => {
  const policy = { '/etc/feedback-gate/policy.conf': 'language = en\n' }
  const seen = world(on, policy, { FEEDBACK_GATE_LANGUAGE: 'ja' })
  await begin($)
  expect(seen.commands[0]).toContain('Review the feedback rules')
})

test('/correct shows the report and hands the agent its instructions', async ($, on) => {
  const seen = world(on)
  seen.answer.stdout = JSON.stringify({ text: 'the report', context: 'the instructions' })
  await begin($)
  expect(await say($, 'correct', ' --window 7d  apply ')).toEqual({ text: 'the report', context: ['the instructions'] })
  expect(seen.runs[0].argv.slice(2)).toEqual(['run', 'correct', '--json', '--window', '7d', 'apply'])
  expect(seen.runs[0].argv[0]).toBe('/bin/sh')
  expect(seen.runs[0].argv[1]).toEndWith('/shim/hook.sh')
})

test('/correct without anything to do leaves the agent alone', async ($, on) => {
  const seen = world(on)
  seen.answer.stdout = JSON.stringify({ text: 'Nothing to suggest.', context: '' })
  await begin($)
  expect(await say($, 'correct', '')).toEqual({ text: 'Nothing to suggest.' })
})

test('a command runs in the project, with what hooks are given', async ($, on) => {
  const seen = world(on)
  await begin($)
  await say($, 'gate', 'run a.py b.py')
  expect(seen.runs).toEqual([
    {
      argv: ['/bin/sh', expect.stringMatching(/\/shim\/hook\.sh$/), 'run', 'gate', 'run', 'a.py', 'b.py'],
      cwd: '/work/app',
      env: { CLAUDE_CODE_SESSION_ID: 's1', CLAUDECODE: '1', CLAUDE_PROJECT_DIR: '/work/app', NO_COLOR: '1' },
    },
  ])
})

test('/gate alone asks for the last results', async ($, on) => {
  const seen = world(on)
  seen.answer.stdout = 'all is well\n'
  await begin($)
  expect(await say($, 'gate', '')).toEqual({ text: 'all is well', exitCode: 0 })
  expect(seen.runs[0].argv.slice(2)).toEqual(['run', 'status'])
})

test('output, errors and the exit status come back', async ($, on) => {
  const seen = world(on)
  Object.assign(seen.answer, { exitCode: 1, stdout: 'ruff ✗\n', stderr: 'one failed\n' })
  await begin($)
  expect(await say($, 'gate', 'run')).toEqual({ text: 'ruff ✗\none failed', exitCode: 1 })
})

test('only a person’s own typing resets, and then no agent’s mark goes along', async ($, on) => {
  const seen = world(on)
  await begin($)
  expect((await say($, 'gate', 'reset', { kind: 'sdk' })).text).toBe('/gate reset is for a person to type; nothing was done.')
  expect((await say($, 'gate', 'reset', { kind: 'task-notification' })).exitCode).toBe(1)
  expect(seen.runs).toEqual([])
  await say($, 'gate', 'reset')
  expect(seen.runs[0].argv.slice(2)).toEqual(['run', 'gate', 'reset'])
  expect(seen.runs[0].env).toEqual({
    CLAUDE_CODE_SESSION_ID: '',
    CLAUDECODE: '',
    CLAUDE_CODE_ENTRYPOINT: '',
    AI_AGENT: '',
    CLAUDE_PROJECT_DIR: '/work/app',
    NO_COLOR: '1',
  })
})

test('an unknown word explains the command', async ($, on) => {
  const seen = world(on)
  await begin($)
  expect((await say($, 'gate', 'dance')).text).toContain('/gate run [FILES] runs it now')
  expect(seen.runs).toEqual([])
})

test('a program that cannot be started is one line', async ($, on) => {
  const seen = world(on)
  await begin($)
  seen.problem = 'no shell'
  expect((await say($, 'gate', 'run')).text).toContain('This did not work: ')
  expect((await say($, 'correct', '')).text).toContain('no shell')
})
