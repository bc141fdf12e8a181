import type { Column } from './cell-facts.ts'
import { columnName, columnsOf, rowsOf } from './cells.ts'
import type { Ballot } from './figures.ts'
import { type Judgement, voteIn } from './judgements.ts'
import type { LabPlan } from './lab-plan.ts'
import { inDrawnOrder, numbersFrom } from './seeded-draw.ts'

/** What is compared: a model with its values of the sweeps. Where a plan repeats, it has several columns. */
export interface Candidate {
  readonly name: string
  readonly model: string
  readonly columns: readonly number[]
}

export function candidatesOf(plan: LabPlan): readonly Candidate[] {
  const found = new Map<string, { readonly model: string; readonly columns: number[] }>()
  for (const [at, column] of columnsOf(plan).entries()) {
    const name = columnName({ ...column, repeat: undefined } satisfies Column)
    const one = found.get(name) ?? { model: column.model, columns: [] }
    found.set(name, one)
    one.columns.push(at)
  }
  return [...found].map(([name, one]) => ({ name, ...one }))
}

/** Cells of one row that are compared. */
export interface Match {
  readonly row: number
  /** The candidates in the order of their seats, each with the place of its cell. */
  readonly seats: readonly { readonly candidate: number; readonly place: number }[]
}

/**
 * The comparisons of chosen candidates in every row: all at once, or each pair of them. The plan's seed decides their order, the repeat that is
 * shown, and the seats, of which each candidate has every one equally often.
 */
export function matchesOf(plan: LabPlan, chosen: readonly number[], how: 'all' | 'pairs'): readonly Match[] {
  const candidates = candidatesOf(plan)
  const width = columnsOf(plan).length
  const next = numbersFrom(plan.seed)
  const rows = rowsOf(plan).map((_, row) => row)
  const sets = how === 'all' ? [chosen] : chosen.flatMap((one, at) => chosen.slice(at + 1).map((other) => [one, other]))
  const matches = sets.flatMap((set) => {
    let order = set
    return inDrawnOrder(rows, next).map((row, at): Match => {
      // As many rows as there are seats share an order, each turned by one seat.
      if (at % set.length === 0) order = inDrawnOrder(set, next)
      const turned = set.map((_, seat) => order[(seat + at) % set.length] ?? 0)
      const seats = turned.map((candidate) => {
        const columns = candidates[candidate]?.columns ?? []
        return { candidate, place: row * width + (columns[Math.floor(next() * columns.length)] ?? 0) }
      })
      return { row, seats }
    })
  })
  return inDrawnOrder(matches, next)
}

/** A vote as a ballot of candidates; undefined where one of its runs is none of theirs. `candidateOf`: by the id of a run. */
export function ballotOf(judgement: Judgement, candidateOf: ReadonlyMap<string, number>): Ballot | undefined {
  const { runs, seats: order = runs.map((_, at) => at) } = judgement
  const vote = voteIn(judgement)
  const seats = order.flatMap((at) => candidateOf.get(runs[at] ?? '') ?? [])
  const best = typeof vote?.best === 'number' ? order.indexOf(vote.best) : vote?.best
  if (!vote || best === undefined || best === -1 || seats.length < runs.length) return undefined
  return { seats, best, lengths: order.map((at) => vote.lengths[at] ?? undefined) }
}

/** What the models of a family are called besides their own names: their makers, and the products in which they answer. */
const alsoCalled = new Map(
  Object.entries({
    ...{ gpt: 'OpenAI,ChatGPT', chatgpt: 'OpenAI', o: 'OpenAI,ChatGPT', dall: 'OpenAI', sora: 'OpenAI', grok: 'xAI' },
    ...{ claude: 'Anthropic', gemini: 'Google,Bard', gemma: 'Google', veo: 'Google', imagen: 'Google', llama: 'Meta' },
    ...{ mistral: 'Mistral AI', mixtral: 'Mistral', qwen: 'Alibaba', kimi: 'Moonshot', phi: 'Microsoft' },
    ...{ command: 'Cohere', nova: 'Amazon', eleven: 'ElevenLabs', flux: 'Black Forest Labs' },
  }),
)

/** Names that are no words of a language, so that they count without a capital too. */
const coined =
  /^(?:openai|(?:chat)?gpt|anthropic|claude|gemini|gemma|xai|qwen|alibaba|mixtral|deepseek|kimi|elevenlabs)$/i

/** The names by which a text gives a model away: its id, with and without a maker in front, its title, its family, its maker and its product. */
export function tellingNames(model: string, { name = '', ownedBy = '' }: { name?: string; ownedBy?: string } = {}) {
  const [bare = '', maker = ''] = model.split('/').toReversed()
  const family = /^[a-z]*/i.exec(bare)?.[0] ?? ''
  const others = alsoCalled.get(family.toLowerCase())?.split(',') ?? []
  const all = [model, bare, name, family, maker, ownedBy, ...others]
  return [...new Set(all.filter((one) => one.length > 2 || /^\p{L}\d$/u.test(one)))]
}

/**
 * A text with these names blacked out, where they stand as words of their own; the text itself where none does. A name that may be a word
 * needs a capital or the end of an address: `Command`, `mistral.ai`, not `command`.
 */
export function withoutNames(text: string, names: readonly string[]): string {
  const longestFirst = names.toSorted((one, other) => other.length - one.length)
  return longestFirst.reduce((now, name) => {
    const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    const needsCapital = /^\p{L}+$/u.test(name) && !coined.test(name)
    return now.replace(new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'giu'), (word, at: number) => {
      const isName = !needsCapital || /\p{Lu}/u.test(word) || /^\.(?:com|ai)\b/.test(now.slice(at + word.length))
      return isName ? '█████' : word
    })
  }, text)
}
