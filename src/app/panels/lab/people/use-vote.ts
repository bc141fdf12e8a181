import { useMemo, useRef, useState } from 'react'
import { columnsOf } from '#lab/cells.ts'
import { inForce, type Judgement, type Vote } from '#lab/judgements.ts'
import type { LabPlan } from '#lab/lab-plan.ts'
import { type Match, matchesOf, withoutNames } from '#lab/matches.ts'
import { type Places, placeState } from '../../../lab/places.ts'
import { useRunRecord } from '../../../run/history/run-record.ts'
import { useJudgements } from '../../../run/history/stored-judgements.ts'
import { notSaved } from '../../../run/run-draft.ts'
import { useLoaded } from '../../../ui/hooks/use-loaded.ts'
import { shownResults } from './shown-result.ts'

/** Which candidates are compared, by their numbers, and how. */
export interface VoteSetup {
  readonly chosen: readonly number[]
  readonly how: 'all' | 'pairs'
}

/** A comparison of runs that have all ended with a result. */
interface Round extends Match {
  /** The runs in the order of the candidates' numbers, and the seats as places in it. */
  readonly runs: readonly string[]
  readonly order: readonly number[]
}

/** The comparisons that can be voted on, how many wait for a cell, and how many lack one. */
export function useRounds(plan: LabPlan, places: Places, { chosen, how }: VoteSetup) {
  return useMemo(() => {
    const rounds: Round[] = []
    let [waiting, lacking] = [0, 0]
    for (const match of matchesOf(plan, chosen, how)) {
      const states = match.seats.map(({ place }) => placeState(places.get(place)))
      if (states.every((state) => state === 'done')) {
        const sorted = match.seats.toSorted((one, other) => one.candidate - other.candidate)
        const runs = sorted.map(({ place }) => places.get(place)?.id ?? '')
        rounds.push({ ...match, runs, order: match.seats.map((seat) => sorted.indexOf(seat)) })
      } else if (states.some((state) => ['failed', 'unclear', 'deleted'].includes(state))) lacking += 1
      else waiting += 1
    }
    return { rounds, waiting, lacking }
  }, [plan, places, chosen, how])
}

const keyOf = (runs: readonly string[]) => runs.join(' ')

/** What a person has said in this plan: votes by the runs that were compared, comparisons that were skipped, and the rows that they saw revealed. */
export function useOwnVotes(plan: LabPlan, places: Places) {
  const { all, name, add } = useJudgements()
  return useMemo(() => {
    const width = columnsOf(plan).length
    const rowOf = new Map([...places].map(([place, { id }]) => [id, Math.floor(place / width)]))
    const votes = new Map<string, Judgement>()
    const skipped = new Set<string>()
    const revealed = new Set<number>()
    for (const one of inForce(all)) {
      const row = rowOf.get(one.runs[0] ?? '')
      if (one.by !== name || row === undefined || one.runs.length < 2) continue
      if (one.kind === 'vote') votes.set(keyOf(one.runs), one)
      if (one.kind === 'skip') skipped.add(keyOf(one.runs))
      if (one.kind === 'skip' && one.value === 'revealed') revealed.add(row)
    }
    const isOver = ({ runs, row }: Round) => votes.has(keyOf(runs)) || skipped.has(keyOf(runs)) || revealed.has(row)
    /** Notes that the names of these are shown: nothing of their rows can be voted on afterwards. */
    async function reveal(open: readonly Round[]): Promise<void> {
      const once = new Map(open.map((round) => [round.row, round]))
      await add([...once.values()].map((round) => ({ ...saidOf(round, name), kind: 'skip', value: 'revealed' })))
    }
    return { votes, revealed, isOver, reveal }
  }, [all, name, plan, places, add])
}

/** What every record of a comparison says. */
const saidOf = ({ runs, order }: Round, by: string) => ({ runs: [...runs], seats: [...order], by, blind: true })

/** `names`: by which a text gives one of the candidates away. */
export function useVote(plan: LabPlan, places: Places, setup: VoteSetup, names: readonly string[]) {
  const { add, takeBack, name } = useJudgements()
  const readRecord = useRunRecord()
  const { rounds, waiting, lacking } = useRounds(plan, places, setup)
  const { votes, revealed, isOver, reveal } = useOwnVotes(plan, places)
  const [pinned, pin] = useState<{ readonly key: string; readonly showsNames: boolean }>()
  const [problem, setProblem] = useState<string>()
  const isSaving = useRef(false)
  // Stays the same while others become ready, and, once it is revealed, until the next is asked for.
  const last = rounds.find(({ runs }) => keyOf(runs) === pinned?.key)
  const isShown = last !== undefined && pinned?.showsNames === true && revealed.has(last.row)
  const round = last && (isShown || !isOver(last)) ? last : rounds.find((one) => !isOver(one))
  const key = round && keyOf(round.runs)
  if (pinned?.key !== key) pin(key === undefined ? undefined : { key, showsNames: false })
  const isRevealed = isShown && round === last
  async function readAll({ order, runs }: Round) {
    const records = await Promise.all(order.map((at) => readRecord(runs[at] ?? ''))).catch(() => [undefined])
    return { results: await shownResults(records) }
  }
  const read = useLoaded(round && (() => readAll(round)), [key])
  const results = read?.results
  const hidden = useMemo(
    () => results?.map((one) => ({ ...one, text: withoutNames(one.text, names) })),
    [results, names],
  )
  const named = hidden?.some(({ text }, seat) => text !== results?.[seat]?.text) === true

  async function keep(work: () => Promise<unknown>): Promise<void> {
    if (isSaving.current) return
    isSaving.current = true
    try {
      await work()
      setProblem(undefined)
    } catch (error) {
      setProblem(notSaved(error))
    } finally {
      isSaving.current = false
    }
  }
  const common = round && saidOf(round, name)
  /** The last vote that can be undone: none of a row that was revealed since. */
  const undoable = rounds
    .flatMap((one) => (revealed.has(one.row) ? [] : (votes.get(keyOf(one.runs)) ?? [])))
    .toSorted((one, other) => one.at - other.at)
    .at(-1)
  async function undo(vote: Judgement): Promise<void> {
    await takeBack([vote])
    pin({ key: keyOf(vote.runs), showsNames: false })
  }

  return {
    ...{ round, results: isRevealed ? results : hidden, isRevealed, problem, waiting, lacking },
    /** A text names a model or its maker; the names are blacked out until they are revealed. */
    named,
    ...{ total: rounds.length, over: rounds.filter(isOver).length },
    /** The results of the round are read, and one of them is lost. */
    isLost: read !== undefined && results === undefined,
    /** `seat`: of the best one. */
    vote(seat: number | 'tie' | 'bad'): void {
      if (!common || !results || !round || isRevealed) return
      const best = typeof seat === 'number' ? round.order[seat] : seat
      if (best === undefined) return
      const lengths = round.runs.map((_, run) => results[round.order.indexOf(run)]?.length ?? null)
      const value: Vote = { best, lengths, named }
      void keep(() => add([{ ...common, kind: 'vote', value }]))
    },
    undo: undoable && !isRevealed ? () => void keep(() => undo(undoable)) : undefined,
    skip: () => common && void keep(() => add([{ ...common, kind: 'skip', value: null }])),
    /** Shows whose results these are; nothing of this row can be voted on afterwards. */
    reveal(): void {
      if (!round || !results || isRevealed || key === undefined) return
      pin({ key, showsNames: true })
      void keep(() => reveal([round]))
    },
    goOn: () => pin(undefined),
  }
}

export type VoteState = ReturnType<typeof useVote>
