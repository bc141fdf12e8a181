import { useMemo, useState } from 'react'
import { cellCount } from '#lab/cells.ts'
import { inForce, type Judgement, latestBy, type Score, scoresBy } from '#lab/judgements.ts'
import type { LabPlan } from '#lab/lab-plan.ts'
import { inDrawnOrder, numbersFrom } from '#lab/seeded-draw.ts'
import { type Places, placeState, type Row } from '../../../lab/places.ts'
import { type Mark, useRunActions } from '../../../run/history/run-actions.ts'
import { useJudgements } from '../../../run/history/stored-judgements.ts'
import { notSaved } from '../../../run/run-draft.ts'

export type Verdict = NonNullable<Row['verdict']>

/** The verdicts of one person, by run. */
export type Verdicts = ReadonlyMap<string, Verdict>

/** The runs of which somebody else has said something: what their rows say may be theirs. */
const saidByOthers = (held: readonly Judgement[], owner: string): ReadonlySet<string> =>
  new Set(held.flatMap(({ by, runs }) => (by === owner ? [] : runs)))

/** The verdicts on the cells of a plan, by person. The owner's are completed by those that rows had before there were records. */
export function useVerdicts(places: Places): ReadonlyMap<string, Verdicts> {
  const { all, owner } = useJudgements()
  return useMemo(() => {
    const held = inForce(all)
    const rows = [...places.values()]
    const others = saidByOthers(held, owner)
    const people = new Set([owner, ...held.filter(({ kind }) => kind === 'verdict').map(({ by }) => by)])
    const byPerson = [...people].map((by) => {
      const latest = latestBy(held, 'verdict', by)
      const own = rows.flatMap(({ id, verdict }) => {
        const said = latest.get(id)
        const isOlder = said === undefined && by === owner && !others.has(id)
        const value = isOlder ? verdict : verdictIn(said?.value)
        return value ? [[id, value] as const] : []
      })
      return [by, new Map(own)] as const
    })
    return new Map(byPerson.filter(([by, own]) => own.size > 0 || by === owner))
  }, [all, owner, places])
}

const verdictIn = (value: unknown): Verdict | undefined => (value === 'pass' || value === 'fail' ? value : undefined)

/** Which cells are gone through. */
export const reviewFilters = [
  ['all', 'All cells'],
  ['unjudged', 'Without your verdict'],
  ['pass', 'Passed by you'],
  ['fail', 'Failed by you'],
  ['noted', 'With your note'],
  ['differing', 'Judged differently'],
] as const
export type ReviewFilter = (typeof reviewFilters)[number][0]

/** The share of the cells that a plan's seed draws, of those that have a result: the same for everyone. */
export function sharedPlaces(plan: LabPlan, places: Places, count: number): readonly number[] {
  const all = Array.from({ length: cellCount(plan) }, (_, at) => at)
  const drawn = inDrawnOrder(all, numbersFrom(plan.seed))
  return drawn.filter((at) => placeState(places.get(at)) === 'done').slice(0, count)
}

/** What one person has said of the runs of a plan. */
function useOwnMarks(places: Places) {
  const { all, owner, name } = useJudgements()
  const verdicts = useVerdicts(places)
  return useMemo(() => {
    const held = inForce(all)
    const notes = latestBy(held, 'note', name)
    const scores = scoresBy(held, name)
    const own = verdicts.get(name)
    const others = saidByOthers(held, owner)
    const noteOf = (row: Row) =>
      String(notes.get(row.id)?.value ?? ((name === owner && !others.has(row.id) && row.note) || ''))
    const marksOf = (row: Row) => {
      const tagged = held.filter(({ kind, by, runs: [run] }) => kind === 'tag' && by === name && run === row.id)
      const verdict = own?.get(row.id)
      const tags = tagged.map(({ value }) => String(value))
      return { id: row.id, note: noteOf(row), tags, score: scores.get(row.id), ...(verdict && { verdict }) }
    }
    return { held, verdicts, scores, noteOf, marksOf }
  }, [all, owner, name, verdicts])
}

/**
 * The cells to go through, those without a verdict first. Settled when they are asked for, since a verdict must not move the others; cells that
 * get their result later are added at the end, once the first has been left.
 */
function useQueue(plan: LabPlan, places: Places, share: number, filter: ReviewFilter) {
  const { name } = useJudgements()
  const own = useOwnMarks(places)
  const { verdicts, noteOf } = own
  const shared = useMemo(() => sharedPlaces(plan, places, share), [plan, places, share])
  const verdictAt = (place: number) => verdicts.get(name)?.get(places.get(place)?.id ?? '')
  function isListed(place: number): boolean {
    const row = places.get(place)
    if (filter === 'all' || !row) return true
    if (filter === 'noted') return noteOf(row) !== ''
    if (filter === 'unjudged') return verdictAt(place) === undefined
    if (filter !== 'differing') return verdictAt(place) === filter
    return new Set([...verdicts.values()].flatMap((one) => one.get(row.id) ?? [])).size > 1
  }
  const asked = `${name} ${filter} ${share}`
  const [queue, setQueue] = useState<{ readonly asked: string; readonly places: readonly number[] }>()
  const [at, setAt] = useState(0)
  const known = new Set(queue?.asked === asked ? queue.places : [])
  if (queue?.asked !== asked || shared.some((place) => !known.has(place) && isListed(place))) {
    const kept = at > 0 ? known : new Set<number>()
    const fresh = shared.filter((place) => !kept.has(place) && isListed(place))
    const isJudged = (place: number) => verdictAt(place) !== undefined
    setQueue({ asked, places: [...kept, ...fresh.filter((one) => !isJudged(one)), ...fresh.filter(isJudged)] })
    if (kept.size === 0) setAt(0)
  }
  const judged = shared.filter((place) => verdictAt(place) !== undefined).length
  return { ...own, list: queue?.places ?? [], at, setAt, judged, shared }
}

/** A review of some of the cells by one person: the queue, where it stands, and what is said of a cell. Every press is kept at once. */
export function useReview(plan: LabPlan, places: Places, share: number, filter: ReviewFilter) {
  const { owner, name, add, mark, takeBack } = useJudgements()
  const actions = useRunActions()
  const [problem, setProblem] = useState<string>()
  const { held, verdicts, scores, marksOf, list, at, setAt, judged, shared } = useQueue(plan, places, share, filter)
  const place = list[at]
  const row = place === undefined ? undefined : places.get(place)
  const isOwner = name === owner

  function keep(work: () => Promise<unknown>): void {
    void work().then(
      () => setProblem(undefined),
      (error: unknown) => setProblem(notSaved(error)),
    )
  }
  const goOn = () => setAt((now) => Math.min(now + 1, list.length))
  const listedRuns = useMemo(() => new Map(list.map((one, index) => [places.get(one)?.id, index])), [list, places])
  const last = held.findLast(
    ({ by, kind, runs: [run, ...more] }) =>
      by === name && ['verdict', 'score', 'skip'].includes(kind) && more.length === 0 && listedRuns.has(run),
  )

  async function undo(record: Judgement): Promise<void> {
    const { id, kind, runs } = record
    const [run = ''] = runs
    await takeBack([record])
    const others = held.filter((one) => one.id !== id)
    const before = latestBy(others, 'verdict', name).get(run)?.value
    if (kind === 'verdict' && isOwner) await actions.setVerdict(run, verdictIn(before))
    setAt(listedRuns.get(run) ?? 0)
  }

  return {
    ...{ row, place, at, count: list.length, judged, shared, problem, verdicts, scores, name, goOn },
    marks: row && marksOf(row),
    back: () => setAt((now) => Math.max(0, now - 1)),
    /** What the owner says stands in the row of the run too. A verdict goes on to the next cell. */
    say(said: Mark): void {
      if (!row) return
      keep(async () => {
        await mark([row.id], said, name)
        if (isOwner) await actions.mark([row.id], said)
      })
      if (said.kind === 'verdict' && said.verdict !== undefined) goOn()
    },
    /** Gives a score; the same one again removes it. */
    score(score: Score): void {
      if (!row) return
      const value = scores.get(row.id) === score ? null : score
      keep(() => add([{ runs: [row.id], kind: 'score', value, by: name }]))
    },
    skip(): void {
      if (!row) return
      keep(() => add([{ runs: [row.id], kind: 'skip', value: null, by: name }]))
      goOn()
    },
    async setNote(run: string, note: string): Promise<void> {
      keep(async () => {
        await add([{ runs: [run], kind: 'note', value: note.trim(), by: name }])
        if (isOwner) await actions.setNote(run, note)
      })
    },
    undo: last && (() => keep(() => undo(last))),
  }
}

export type Review = ReturnType<typeof useReview>
