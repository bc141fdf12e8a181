import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { addressContexts, textContexts } from './contexts.ts'
import { ownAddresses, ownLoads } from './own-addresses.ts'
import { ownScripts } from './own-scripts.ts'

/** A text that means no good, and where it comes from. */
export interface Item {
  readonly name: string
  readonly text: string
}

const beside = resolve(import.meta.dirname, '../../../shared')
const corpora = join(process.env.TEST_DATA || beside, 'corpora')

/** The names under which lists keep the text itself. */
const fields = ['md', 'payload', 'html', 'text', 'code', 'input', 'value', 'vector', 'xss']

/** The larger lists, which are not part of this repository. Empty where they are absent. */
export const sharedItems: readonly Item[] = unique([...listsBelow('xss'), ...listsBelow('own/exfil-markdown.json')])

/** What is hostile as it stands: HTML that runs or loads by itself, and whatever the shared lists hold. */
export const bareItems: readonly Item[] = unique([
  ...ownScripts.map((text, at) => ({ name: `own script ${at}`, text })),
  ...ownLoads.map((text, at) => ({ name: `own load ${at}`, text })),
  ...sharedItems,
])

/** Everything: as it stands, and our own in each place of Markdown. */
export const allItems: readonly Item[] = unique([
  ...bareItems,
  ...placed('script', ownScripts, textContexts),
  ...placed('load', ownLoads, textContexts),
  ...placed('address', ownAddresses, addressContexts),
])

function placed(
  what: string,
  texts: readonly string[],
  contexts: Readonly<Record<string, (text: string) => string>>,
): Item[] {
  return Object.entries(contexts).flatMap(([where, wrap]) =>
    texts.map((text, at) => ({ name: `own ${what} ${at} ${where}`, text: wrap(text) })),
  )
}

function listsBelow(path: string): Item[] {
  const place = join(corpora, path)
  if (!existsSync(place)) return []
  const files = path.endsWith('.json')
    ? [place]
    : readdirSync(place, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.json'))
        .map((file) => join(place, file))
  return files.flatMap((file) =>
    textsIn(JSON.parse(readFileSync(file, 'utf8'))).map((text, at) => ({
      name: `${file.slice(corpora.length + 1)} ${at}`,
      text,
    })),
  )
}

/** The texts of a list of texts or of objects with a text, however deep it stands. */
function textsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => (typeof one === 'string' ? [one] : textsIn(one)))
  if (typeof value !== 'object' || value === null) return []
  const named = new Map(Object.entries(value))
  const text = fields.map((field) => named.get(field)).find((one) => typeof one === 'string')
  return typeof text === 'string'
    ? [text]
    : [...named.values()].filter((one) => typeof one === 'object').flatMap(textsIn)
}

function unique(items: readonly Item[]): Item[] {
  const seen = new Set<string>()
  return items.filter(({ text }) => text.trim() !== '' && !seen.has(text) && seen.add(text))
}
