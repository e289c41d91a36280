// What Claude Code shows of feedback-gate: the band above the prompt, a line under it, `/correct` and `/gate`.
// It draws and starts commands; it decides nothing. Every verdict comes from the command hooks in hooks.json, so whatever
// fails here can let nothing through.

import { bandLines, checkingLine, conf, entriesOf, fileName, filesOf, languageOf, plain, text } from "./band.js"
import { DEFAULTS } from "./texts.js"

const EVERY = 1_000 // milliseconds between two looks
const IDLE = 5 // looks that are left out while nothing was found and the session rests
const LARGEST = 262_144 // bytes of one file that are read
const LONGEST = 600_000 // milliseconds a command may take, the most that the client allows (2.1.332)
const PERSON = ["composer", "bridge"] // origins that are a person's own typing
// Empty, so that a command which a person typed is not taken for an agent's.
const NO_AGENT = { CLAUDECODE: "", CLAUDE_CODE_ENTRYPOINT: "", CLAUDE_CODE_SESSION_ID: "", AI_AGENT: "" }

const seen = { language: "en", options: {}, folder: "", lines: [], status: undefined, isWorking: false, looks: 0 }

export function register(on, options) {
  on("session.start", async ($, e, next) => {
    await begin($, e, options)
    return next(e)
  })
  on("command.run", { command: "correct" }, ($, e) => correct($, e.args)).catch((_, e) => failed(e.command))
  on("command.run", { command: "gate" }, ($, e) => gate($, e)).catch((_, e) => failed(e.command))
  on("ui.render", { component: "AbovePrompt" }, ($, e, next) => {
    seen.isWorking = e.props.isWorking === true
    return e.props.hasSurvey || seen.lines.length === 0 ? next(e) : band($, e)
  })
}

async function begin($, e, options) {
  seen.options = options ?? {}
  seen.language = await language($, seen.options)
  await offer($, "correct", "[--window 30d] [--min 2] [apply]")
  await offer($, "gate", "[run|explain|check|reset|install-command]")
  if (e.isInteractive) await $.clock.every(EVERY, () => look($))
}

async function offer($, name, argumentHint) {
  try {
    await $.command.register({ name, description: text(seen.language, `mod.${name}`), argumentHint })
  } catch {
    return // another plugin has that name; the rest goes on
  }
}

async function language($, options) {
  const home = await $.env.get("HOME")
  const settings = (await $.env.get("XDG_CONFIG_HOME")) || `${home}/.config`
  const policy = conf(await read($, "/etc/feedback-gate/policy.conf"))
  const own = conf(await read($, `${settings}/feedback-gate/settings.conf`))
  const plugin = options.language === DEFAULTS.language ? undefined : options.language
  return languageOf(
    [policy.language, await $.env.get("FEEDBACK_GATE_LANGUAGE"), plugin, own.language],
    [await $.env.get("FEEDBACK_GATE_LANG"), await $.env.get("LC_ALL"), await $.env.get("LC_MESSAGES"), await $.env.get("LANG")],
  )
}

async function read($, path) {
  try {
    return await $.fs.read(path)
  } catch {
    return ""
  }
}

async function list($, path) {
  try {
    return await $.fs.list(path)
  } catch {
    return []
  }
}

// Once a second: what runs now, and the line under the prompt. What cannot be read is not drawn.
async function look($) {
  seen.looks += 1
  const isQuiet = seen.lines.length === 0 && !seen.isWorking
  if (isQuiet && seen.looks % IDLE !== 0) return
  try {
    const session = await $.session.id()
    const now = await $.clock.now()
    const entries = await running($)
    const runs = await contents($, filesOf(entries, session, ".json"))
    const lines = bandLines(entriesOf(runs, now), now, seen.language)
    const checking = checkingLine(await contents($, filesOf(entries, session, ".check")), now, seen.language)
    const status = lines.length > 0 ? checking : (checking ?? (await summary($, session)))
    if (status !== seen.status) $.ui.status(status)
    if (lines.length > 0 || seen.lines.length > 0) $.ui.invalidate("ui.render")
    Object.assign(seen, { lines, status })
  } catch {
    seen.lines = []
  }
}

// The files of the running registry. Its folder appears with the first run, so it is looked for until it is there.
async function running($) {
  if (seen.folder === "") seen.folder = await home($)
  return seen.folder === "" ? [] : list($, `${seen.folder}/running`)
}

// The status folder of the project: from the session's folder upwards, to the top of its repository.
async function home($) {
  let folder = await $.session.root()
  while (folder !== "") {
    const names = (await list($, folder)).map(one => one.name)
    for (const config of [".claude", ".agents"]) {
      const path = `${folder}/${config}/.gate-status`
      if (names.includes(config) && (await $.fs.exists(path))) return path
    }
    if (names.includes(".git")) return ""
    folder = folder.slice(0, folder.lastIndexOf("/"))
  }
  return ""
}

async function contents($, files) {
  const small = files.filter(one => one.size <= LARGEST)
  return Promise.all(small.map(one => read($, `${seen.folder}/running/${one.name}`)))
}

async function summary($, session) {
  if (seen.folder === "") return undefined
  const [first] = (await read($, `${seen.folder}/summary.${fileName(session)}.txt`)).split("\n")
  return first ? plain(first) : undefined
}

function band($, e) {
  const { Box, Text } = $.ui.resolve(e)
  return Box({ flexDirection: "column", children: seen.lines.map(one => Text({ children: one })) })
}

async function correct($, args) {
  try {
    const ran = await run($, ["correct", "--json", ...words(args)])
    if (ran.exitCode !== 0) return answer(ran)
    const report = JSON.parse(ran.stdout)
    return { text: report.text, ...(report.context && { context: [report.context] }) }
  } catch (problem) {
    return failed(problem)
  }
}

async function gate($, e) {
  const [word = "status", ...more] = words(e.args)
  const isByPerson = PERSON.includes(e.origin?.kind)
  try {
    if (word === "status") return answer(await run($, ["status", ...more]))
    if (["run", "explain", "check"].includes(word)) return answer(await run($, ["gate", word, ...more]))
    if (!["reset", "install-command"].includes(word)) return { text: text(seen.language, "mod.usage") }
    if (!isByPerson) return { text: text(seen.language, "mod.by_person", { word }), exitCode: 1 }
    return answer(await run($, word === "reset" ? ["gate", "reset", ...more] : ["install-command", ...more], NO_AGENT))
  } catch (problem) {
    return failed(problem)
  }
}

// Starts the pinned executable through the launcher, as the hooks do, with what hooks are given.
async function run($, command, env = {}) {
  const root = await $.session.root()
  const argv = ["/bin/sh", `${$.plugin.root}/shim/hook.sh`, "run", ...command]
  const surroundings = { ...(await hookEnvironment($)), ...changedOptions(), CLAUDE_PROJECT_DIR: root, NO_COLOR: "1", ...env }
  return $.process.run(argv, { cwd: root, env: surroundings, timeoutMs: LONGEST })
}

async function hookEnvironment($) {
  try {
    return await $.process.hookEnv()
  } catch {
    return {} // a client that does not have it yet
  }
}

// As hooks get them. A default is none of the person's choices: it must not hide what the settings file says.
function changedOptions() {
  const changed = Object.entries(seen.options).filter(([name, value]) => name in DEFAULTS && value !== DEFAULTS[name])
  return Object.fromEntries(changed.map(([name, value]) => [`CLAUDE_PLUGIN_OPTION_${name.toUpperCase()}`, String(value)]))
}

function words(args) {
  return args.split(/\s+/u).filter(one => one !== "")
}

function answer(ran) {
  const printed = [ran.stdout, ran.stderr].map(one => one.trimEnd()).filter(one => one !== "")
  return { text: printed.join("\n") || "✓", exitCode: ran.exitCode }
}

function failed(problem) {
  return { text: text(seen.language, "mod.failed", { problem: plain(String(problem?.message ?? problem)) }), exitCode: 1 }
}
