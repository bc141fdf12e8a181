import FuzzySearch from '@leeoniya/ufuzzy'
import { type Entry, offeredOf } from './entry.ts'

/** More than this nobody reads: another letter narrows the list. */
const most = 50

// One letter may be missing inside a word, and the words may come in any order.
const fuzzy = new FuzzySearch({ intraMode: 0, intraIns: 3 })

const textOf = ({ title, detail = '', group }: Entry) => `${title} ${detail} ${group}`

/** The entries that fit what was typed, the best first; what is offered anyway where nothing was. */
export function findEntries(entries: readonly Entry[], typed: string): readonly Entry[] {
  const words = typed.trim()
  if (words === '') return offeredOf(entries)
  const texts = entries.map(textOf)
  const [indexes, info, order] = fuzzy.search(texts, words, 3)
  if (indexes === null) return []
  const best = info && order ? order.map((at) => info.idx[at]) : indexes
  return best
    .slice(0, most)
    .map((index) => (index === undefined ? undefined : entries[index]))
    .filter((entry) => entry !== undefined)
}
