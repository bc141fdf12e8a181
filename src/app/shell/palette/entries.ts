import FuzzySearch from '@leeoniya/ufuzzy'

/** One line of the palette: something to go to, or to do. */
export interface PaletteEntry {
  readonly id: string
  readonly group: 'On this page' | 'Panels' | 'Actions' | 'Connections' | 'Models' | 'Runs'
  readonly title: string
  readonly detail?: string | undefined
  readonly keys?: string | undefined
  readonly choose: () => void
}

/** Without a word typed, models stay out: there may be hundreds, and runs are the newest few. */
const offered = {
  'On this page': 20,
  Panels: 20,
  Actions: 20,
  Connections: 5,
  Models: 0,
  Runs: 6,
} as const satisfies Record<PaletteEntry['group'], number>

function offeredOf(entries: readonly PaletteEntry[]): PaletteEntry[] {
  return Object.entries(offered).flatMap(([group, most]) =>
    entries.filter((entry) => entry.group === group).slice(0, most),
  )
}

/** More than this nobody reads: another letter narrows the list. */
const most = 50

// One letter may be missing inside a word, and the words may come in any order.
const fuzzy = new FuzzySearch({ intraMode: 0, intraIns: 3 })

const textOf = ({ title, detail = '', group }: PaletteEntry) => `${title} ${detail} ${group}`

/** The entries that fit what was typed, an equal title first, then the best; what is offered anyway where nothing was. */
export function findEntries(entries: readonly PaletteEntry[], typed: string): readonly PaletteEntry[] {
  const words = typed.trim()
  if (words === '') return offeredOf(entries)
  const texts = entries.map(textOf)
  const [indexes, info, order] = fuzzy.search(texts, words, 3)
  const best = (info && order ? order.map((at) => info.idx[at]) : indexes) ?? []
  const found = best
    .map((index) => (index === undefined ? undefined : entries[index]))
    .filter((entry) => entry !== undefined)
  const equal = entries.filter(({ title }) => title.toLowerCase() === words.toLowerCase())
  return [...new Set([...equal, ...found])].slice(0, most)
}
