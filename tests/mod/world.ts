// What lies beneath the mod in a test: one project's files, a clock, an environment, and the processes it starts.

import { mock } from 'claude-code/testing'

export const NOW = 1_700_000_010_000
export const STATUS = '/work/app/.claude/.gate-status'
export const BAND = {
  plugin: 'feedback-gate',
  surface: 'terminal',
  component: 'AbovePrompt',
  props: {
    hasSurvey: false,
    isCollapsed: false,
    isWorking: true,
    maxRows: 20,
    bodyColumns: 100,
    scroll: { offset: 0, bodyRows: 19 },
    view: {},
  },
} as const

/** Answers every call of the mod. `files`: absolute path to text; a folder is there when a file lies in it. */
export function world(on: any, files: Record<string, string> = {}, variables: Record<string, string> = {}) {
  const clock = mock.clock(on, { now: NOW })
  mock.env(on, { HOME: '/home/me', ...variables })
  const shown = {
    clock,
    status: [] as (string | undefined)[],
    commands: [] as string[],
    runs: [] as { argv: string[]; cwd: string; env: Record<string, string> }[],
    answer: { exitCode: 0, stdout: '', stderr: '' },
    problem: '',
  }
  on('session.start', (_: any, e: any) => ({ cwd: e.cwd }))
  on('session.id', () => ({ value: 's1' }))
  on('session.root', () => ({ value: '/work/app' }))
  on('command.register', (_: any, e: any) => {
    shown.commands.push(`/${e.name} ${e.argumentHint}: ${e.description}`)
    return { value: { command: e.name } }
  })
  on('ui.status', (_: any, e: any) => {
    shown.status.push(e.text)
    return { value: undefined }
  })
  on('ui.invalidate', () => ({ value: undefined }))
  on('fs.read', (_: any, e: any) => (e.path in files ? { value: files[e.path] } : { deny: 'ENOENT' }))
  on('fs.exists', (_: any, e: any) => ({ value: Object.keys(files).some(one => one === e.path || one.startsWith(`${e.path}/`)) }))
  on('fs.list', (_: any, e: any) => (shown.problem ? { deny: shown.problem } : { value: listed(files, e.path) }))
  on('process.hookEnv', () => ({ value: { CLAUDE_CODE_SESSION_ID: 's1', CLAUDECODE: '1' } }))
  on('process.run', (_: any, e: any) => {
    shown.runs.push({ argv: [...e.argv], cwd: e.init.cwd, env: { ...e.init.env } })
    if (shown.problem) return { deny: shown.problem }
    return { value: { ...shown.answer, isStdoutTruncated: false, isStderrTruncated: false } }
  })
  return shown
}

function listed(files: Record<string, string>, folder: string) {
  const below = Object.keys(files).filter(one => one.startsWith(`${folder}/`))
  const names = [...new Set(below.map(one => one.slice(folder.length + 1).split('/')[0]))]
  return names.map(name => {
    const file = files[`${folder}/${name}`]
    const kind = file === undefined ? 'dir' : 'file'
    return { name, kind, size: file?.length ?? 0, mtimeMs: NOW, isLink: false }
  })
}

/** A file of the running registry. */
export function run(...entries: object[]) {
  return JSON.stringify(entries)
}

/** The session begins, as on a terminal. */
export function begin($: any, isInteractive = true) {
  return $.session.start({ cwd: '/work/app', surface: isInteractive ? 'terminal' : null, isInteractive })
}

/** The lines of the band, [] when the mod leaves it to the client. */
export async function band($: any, props: object = {}) {
  const ui = await $.ui.mount({ ...BAND, props: { ...BAND.props, ...props } })
  const found = await ui.findAll({ type: 'Text' })
  await ui.unmount()
  return found.map((one: any) => one.text).filter((one: string) => one !== 'client')
}

/** The client's own band, beneath the mod. */
export function clientsBand(on: any) {
  on('ui.render', { component: 'AbovePrompt' }, ($: any, e: any) => $.ui.resolve(e).Text({ children: 'client' }))
}
