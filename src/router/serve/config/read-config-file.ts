import { type BigIntStats, closeSync, constants, existsSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { pathText } from '#contract/core/loose-json.ts'
import { problemOf } from '../../answer/validate.ts'
import { codeOf } from '../../http/router-error.ts'
import { ConfigFile, secretName } from './config-file.ts'

export const usualName = 'patchbay.config.json'

type FileResult =
  | { readonly status: 'none' }
  | { readonly status: 'good'; readonly path: string; readonly content: ConfigFile }
  | { readonly status: 'bad'; readonly problems: readonly string[] }

/**
 * `line 3, column 7`, from what the JSON parser says: a position, or the wrong character with the ten before it, as newer versions of Node
 * do. Of the text itself nothing is repeated.
 */
function placeIn(text: string, thrown: unknown): string {
  const said = String(thrown)
  const [, position] = /position (\d+)/.exec(said) ?? []
  const [, token, isCut, near = ''] = /token '(.)', (\.\.\.)?"([\s\S]+)"(?:\.\.\.)? is not valid/.exec(said) ?? []
  if (position === undefined && token === undefined) return 'it ends too early'
  const found = isCut === undefined ? text.indexOf(token ?? '') : text.indexOf(near) + 10
  const before = text.slice(0, position === undefined ? found : Number(position)).split('\n')
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}

const bare = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

function knownKeys(schema: unknown): string[] {
  if (schema instanceof z.ZodMiniObject)
    return Object.entries(schema.shape).flatMap(([key, inner]) => [key, ...knownKeys(inner)])
  if (schema instanceof z.ZodMiniOptional) return knownKeys(schema.def.innerType)
  if (schema instanceof z.ZodMiniArray) return knownKeys(schema.def.element)
  return schema instanceof z.ZodMiniUnion ? schema.def.options.flatMap(knownKeys) : []
}

/** How many characters must be added, taken away or changed to make one text the other (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries())
      next.push(Math.min((row[j] ?? 0) + (letter === other ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    row = next
  }
  return row.at(-1) ?? 0
}

function meant(key: string): string | undefined {
  const others = knownKeys(ConfigFile).filter((known) => known !== key)
  const near = others.map((known) => ({ known, far: distance(bare(key), bare(known)) }))
  const best = near.toSorted((a, b) => a.far - b.far)[0]
  return best && best.far <= 2 ? best.known : undefined
}

function unknownKey(key: string, above: string): string {
  const guess = meant(key)
  const place = `${above === '' ? '' : `${above}.`}${key}`
  if (guess !== undefined) return `${place} is not a setting: did you mean ${guess}?`
  return `${place} is not a setting.${secretName.test(key) ? ' Keys are not kept in this file: use keyEnv or keyFile.' : ''}`
}

/** Everything that the schema finds wrong, a line each. */
function problemsIn(value: unknown, issues: readonly z.core.$ZodIssue[]): string[] {
  return issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return [problemOf(issue, value).message.trimStart()]
    return issue.keys.map((key) => unknownKey(key, pathText(issue.path)))
  })
}

/**
 * Reads the configuration: the named file, or `patchbay.config.json` in `folder` where there is one. Each problem is a line that begins
 * with the file's name.
 */
export function readConfigFile(named: string | undefined, folder: string): FileResult {
  const path = resolve(folder, named ?? usualName)
  if (named === undefined && !existsSync(path)) return { status: 'none' }
  const bad = (...problems: readonly string[]): FileResult => ({
    status: 'bad',
    problems: problems.map((problem) => `${named ?? usualName}: ${problem}`),
  })
  let text: string
  try {
    // Some editors begin a file with a byte order mark.
    text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  } catch (thrown) {
    return bad(`cannot be read (${codeOf(thrown)})`)
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (thrown) {
    return bad(`is not JSON: ${placeIn(text, thrown)}`)
  }
  const result = z.safeParse(ConfigFile, value)
  return result.success
    ? { status: 'good', path, content: result.data }
    : bad(...problemsIn(value, result.error.issues))
}

const mostBytes = 16 * 1024

/** Why a key file is not read, in words that follow its name; undefined where it is private to this user. Windows has no such modes. */
function exposure(stats: BigIntStats): string | undefined {
  if (!stats.isFile()) return 'is not a file'
  if (stats.size > mostBytes) return 'is too large for a key'
  if (process.getuid === undefined) return undefined
  if (stats.uid !== BigInt(process.getuid())) return 'belongs to another user'
  return (stats.mode & 0o077n) === 0n ? undefined : 'can be read by other users: set its mode to 0600'
}

/** Reads a file that holds a key and nothing else. Throws an Error whose message follows the file's name. */
export function readKeyFile(path: string): string {
  let file: number
  try {
    // Opening a pipe would wait for its writer.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch (thrown) {
    throw new Error(`cannot be read (${codeOf(thrown)})`)
  }
  try {
    const problem = exposure(fstatSync(file, { bigint: true }))
    if (problem !== undefined) throw new Error(problem)
    return readFileSync(file, 'utf8').trim()
  } finally {
    closeSync(file)
  }
}
