// The band, the line under the prompt and the language, as pure functions of what the executable wrote down.
// core/feedback_gate/run/band.py draws the same lines for the terminal; a test compares the two.

import { TEXTS } from "./texts.js"

const WIDTH = 80 // characters of one line of the band
const LEFTOVER = 660_000 // milliseconds after its newest start that a run counts as crashed
const SLOW = 3_000 // milliseconds after which a rule's check is worth a word

/** The sentence of a code; an unknown code gives itself. */
export function text(language, code, params = {}) {
  const template = TEXTS[language][code] ?? code
  return template.replace(/\{([a-z_]+)\}/g, (found, name) => String(params[name] ?? found))
}

/** What the session id becomes in the names of its files. */
export function fileName(session) {
  return session.replace(/[^A-Za-z0-9_-]/gu, "_").slice(0, 100)
}

/** The files of a session, its subagents included, among the entries of a folder. */
export function filesOf(entries, session, ending) {
  const name = fileName(session)
  return entries.filter(
    one =>
      one.kind === "file" &&
      !one.isLink &&
      (one.name.startsWith(`${name}.`) || one.name.startsWith(`${name}--`)) &&
      one.name.endsWith(ending),
  )
}

/** The entries of the runs that are no leftovers, ordered by each run's first start; `files` are texts of registry files. */
export function entriesOf(files, now) {
  return files
    .map(owner)
    .filter(run => run.length > 0 && now - Math.max(...run.map(one => one.started)) <= LEFTOVER)
    .sort((a, b) => a[0].started - b[0].started)
    .flat()
}

function owner(file) {
  const value = parsed(file)
  return Array.isArray(value) ? value.map(entry).filter(one => one !== null) : []
}

function parsed(file) {
  try {
    return JSON.parse(file)
  } catch {
    return null
  }
}

function entry(item) {
  if (typeof item?.cmd !== "string" || !isTime(item.started) || !isTime(item.ended ?? 0)) return null
  return {
    command: item.cmd,
    name: typeof item.name === "string" ? item.name : "",
    started: item.started,
    ended: item.ended ?? 0,
    ok: { ok: true, fail: false }[item.result] ?? null,
    isWaiting: item.waiting === true,
  }
}

function isTime(value) {
  return typeof value === "number" && Math.abs(value) < 1e15
}

/** Heading and one line an entry; none when nothing runs. */
export function bandLines(entries, now, language) {
  if (entries.every(one => one.ok !== null)) return []
  return [text(language, "band.running"), ...entries.map(one => line(one, now, language))]
}

function line(one, now, language) {
  if (one.ok !== null) {
    const tail = ` ${one.ok ? "✓" : "✗"} (${((one.ended - one.started) / 1000).toFixed(1)}s)`
    return `  ${cut(fold(one.name || one.command), WIDTH - 2 - tail.length)}${tail}`
  }
  const waits = one.isWaiting ? ` ${text(language, "band.waiting")}` : ""
  const tail = `${waits} (${Math.max(0, Math.trunc((now - one.started) / 1000))}s)`
  const head = one.name ? `  ${fold(one.name)} $ ` : "  "
  return head + cut(fold(one.command), WIDTH - Array.from(head).length - Array.from(tail).length) + tail
}

function fold(command) {
  const lines = command.split(/[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/u).map(one => one.trim()).filter(one => one !== "")
  return lines.length === 0 ? "" : plain(lines[0]) + (lines.length > 1 ? " ..." : "")
}

function cut(words, room) {
  const letters = Array.from(words)
  if (letters.length <= room) return words
  const kept = letters.slice(0, Math.max(1, room - 4) + 1)
  const word = kept.lastIndexOf(" ")
  return `${kept.slice(0, word > 0 ? word : -1).join("").trimEnd()} ...`
}

/** A text without control characters: what others wrote must not steer the terminal that shows it. */
export function plain(words) {
  return words.replace(/[\p{C}\p{Zl}\p{Zp}\p{Zs}]/gu, letter => (letter === " " ? letter : "\ufffd"))
}

/** The line that names the longest running slow check; undefined when there is none. `files` are texts of its files. */
export function checkingLine(files, now, language) {
  const slow = files
    .map(parsed)
    .filter(one => typeof one?.rule === "string" && typeof one.file === "string" && isTime(one.started))
    .filter(one => now - one.started >= SLOW && now - one.started <= LEFTOVER)
    .sort((a, b) => a.started - b.started)[0]
  if (slow === undefined) return undefined
  return text(language, slow.file ? "mod.checking_file" : "mod.checking", { rule: plain(slow.rule), file: plain(slow.file) })
}

/** The `key = value` lines of a file. */
export function conf(file) {
  const pairs = file.split("\n").filter(one => !one.trimStart().startsWith("#") && one.includes("="))
  return Object.fromEntries(pairs.map(one => [one.slice(0, one.indexOf("=")).trim(), one.slice(one.indexOf("=") + 1).trim()]))
}

/** "en" or "ja". `chosen`: values of the option, the strongest first; `locale`: FEEDBACK_GATE_LANG, then the system's. */
export function languageOf(chosen, [own, ...locale]) {
  const word = chosen.map(one => (one ?? "").trim().toLowerCase()).find(one => ["en", "ja", "auto"].includes(one))
  if (word === "en" || word === "ja") return word
  const values = [/^(en|ja(?![a-z]))/i.test((own ?? "").trim()) ? own : "", ...locale]
  const first = values.map(one => (one ?? "").trim()).find(one => one !== "") ?? ""
  return /^ja(?![a-z])/i.test(first) ? "ja" : "en"
}
