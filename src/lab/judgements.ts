import * as z from 'zod/mini'

/** What a person said of one run or several. Records are only ever added: what is taken back is named by another of the kind `undo`. */
const judgementSchema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(200)),
  runs: z.array(z.string()).check(z.minLength(1)),
  kind: z.enum(['verdict', 'score', 'tag', 'note', 'skip', 'vote', 'undo']),
  /**
   * By kind: `pass`, `fail` or null (removed) · one of `scores`, or null (removed) · a tag · a text, empty for none · `revealed`, or nothing · what `voteIn` reads ·
   * the id of the record that is taken back.
   */
  value: z.unknown(),
  /** The name of the person; `You` for the owner of this browser until one is typed. */
  by: z.string(),
  /** In ms since 1970. */
  at: z.number(),
  /** The person did not see which model had made what. */
  blind: z._default(z.boolean(), false),
  /** The order in which the runs were shown, each by its place in `runs`. */
  seats: z.exactOptional(z.array(z.int())),
})
export type Judgement = Readonly<z.infer<typeof judgementSchema>>

/** Reads a stored or imported record; undefined where it is none that this version knows. */
export const readJudgement = (value: unknown): Judgement | undefined => z.safeParse(judgementSchema, value).data

/** The name that the owner of a browser has until one is typed. */
export const unnamed = 'You'

const vote = z.object({
  /** The place in `runs` of the best one; `tie` or `bad` (all of them) where there is none. */
  best: z.union([z.int(), z.enum(['tie', 'bad'])]),
  /** How long each was, by its place in `runs`: characters, or seconds; null where it is not known. */
  lengths: z._default(z.array(z.nullable(z.number())), []),
  /** A text names a model or its maker, so that the vote was not blind. */
  named: z._default(z.boolean(), false),
})
export type Vote = Readonly<z.infer<typeof vote>>

export const voteIn = ({ kind, value }: Judgement): Vote | undefined =>
  kind === 'vote' ? z.safeParse(vote, value).data : undefined

/** The records that hold, in the order in which they were made: without those that were taken back and the `undo` records. */
export function inForce(judgements: readonly Judgement[]): readonly Judgement[] {
  const inOrder = judgements.toSorted((one, other) => one.at - other.at)
  const undone = new Set<unknown>()
  // The latest first: an `undo` may be taken back itself.
  for (const { id, kind, value } of inOrder.toReversed()) if (kind === 'undo' && !undone.has(id)) undone.add(value)
  return inOrder.filter(({ id, kind }) => kind !== 'undo' && !undone.has(id))
}

/** The latest record of a kind that a person made of each run, by the run. `held`: what `inForce` gives. */
export function latestBy(
  held: readonly Judgement[],
  kind: Judgement['kind'],
  by: string,
): ReadonlyMap<string, Judgement> {
  const own = held.filter((one) => one.kind === kind && one.by === by)
  return new Map(own.flatMap((one) => one.runs.map((run) => [run, one] as const)))
}

/** What a result can be worth, the best last. */
export const scores = [1, 2, 3, 4, 5] as const
export type Score = (typeof scores)[number]

/** The latest score that a person gave each run, by the run. `held`: what `inForce` gives. */
export function scoresBy(held: readonly Judgement[], by: string): ReadonlyMap<string, Score> {
  const latest = [...latestBy(held, 'score', by)]
  return new Map(
    latest.flatMap(([run, { value }]) => scores.flatMap((one) => (one === value ? [[run, one] as const] : []))),
  )
}

/** What both have, each record once: that of `here` where both have it. */
export function united(here: readonly Judgement[], there: readonly Judgement[]): readonly Judgement[] {
  return [...new Map([...there, ...here].map((one) => [one.id, one])).values()]
}
