import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { listOf } from '#contract/core/loose-json.ts'
import { inForce, type Judgement, readJudgement, united, unnamed } from '#lab/judgements.ts'
import type { RunTools } from '../run-tools.ts'
import { onePerRuns } from '../runs.ts'
import { toolsOf } from '../tools-of.ts'
import { useRuns } from '../use-runs.tsx'
import type { Mark } from './run-actions.ts'

const prefix = 'judgement.'
const reviewersKey = 'lab.reviewers'

/** `owner`: whose verdicts the rows of the runs show. `name`: who reviews and votes now. */
const reviewers = z.object({ owner: z.string(), name: z.string() })
type Reviewers = Readonly<z.infer<typeof reviewers>>

export interface JudgementsView extends Reviewers {
  /** Records that were made before the owner had a name have it too. */
  readonly all: readonly Judgement[]
  readonly loading: boolean
}

/** A record that has not been made yet. */
export type NewJudgement = Pick<Judgement, 'runs' | 'kind' | 'value' | 'by'> &
  Partial<Pick<Judgement, 'blind' | 'seats'>>

type Tools = Pick<RunTools, 'ledger' | 'clock' | 'newId' | 'onVisible'>

/** The records as they are stored, and who judges; read with the first use, and again whenever the page is seen. */
function createStore({ ledger, onVisible }: Omit<Tools, 'clock' | 'newId'>) {
  let stored: readonly Judgement[] = []
  let view: JudgementsView = { all: [], loading: true, owner: unnamed, name: unnamed }
  let reading: Promise<void> | undefined
  const listeners = new Set<() => void>()

  function show(next: Partial<JudgementsView> = {}): void {
    const { owner } = { ...view, ...next }
    const all = stored.map((one) => (one.by === unnamed ? { ...one, by: owner } : one))
    view = { ...view, ...next, all }
    for (const listener of [...listeners]) listener()
  }

  async function read(): Promise<void> {
    const found = await (await ledger.history()).draftsUnder(prefix)
    const names = z.safeParse(reviewers, await ledger.readDraft(reviewersKey)).data
    const read = [...found.values()].flatMap(listOf).flatMap((value) => readJudgement(value) ?? [])
    stored = united(stored, read)
    show({ ...names, loading: false })
  }

  /** Resolves when the records are read. */
  function ready(): Promise<void> {
    if (reading === undefined) {
      onVisible(() => void read().catch(() => {}))
      reading = read().catch(() => show({ loading: false }))
    }
    return reading
  }

  return {
    ready,
    view: () => view,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      void ready()
      return () => listeners.delete(listener)
    },
    async keep(fresh: readonly Judgement[]): Promise<void> {
      const [first] = fresh
      if (!first) return
      await ledger.writeDraft(prefix + first.id, fresh)
      stored = [...stored, ...fresh]
      show()
    },
    keepNames(names: Reviewers): void {
      show(names)
      void ledger.writeDraft(reviewersKey, names).catch(() => {})
    },
  }
}

export type Judgements = ReturnType<typeof createJudgements>

/**
 * The judgements of this browser, each press and each import a draft of the ledger, so that either is one small write. Tabs do not report
 * drafts to each other: those of another tab are read as soon as this one is seen.
 */
export function createJudgements(tools: Tools) {
  const store = createStore(tools)

  /** Adds records; rejects where they cannot be stored. */
  async function add(fresh: readonly NewJudgement[]): Promise<readonly Judgement[]> {
    await store.ready()
    const made = fresh.map((one) => ({ blind: false, ...one, id: tools.newId(), at: tools.clock.now() }))
    await store.keep(made)
    return made
  }

  const takeBack = (records: readonly Judgement[]) =>
    add(records.map(({ id, runs, by }) => ({ runs, kind: 'undo', value: id, by })))

  return {
    ...{ add, takeBack, view: store.view, subscribe: store.subscribe },
    /** Every record, when they are read. */
    async all(): Promise<readonly Judgement[]> {
      await store.ready()
      return store.view().all
    },
    /** Records the mark of runs by a person, else by the owner, and resolves with the records that were added. */
    async mark(runs: readonly string[], mark: Mark, person?: string): Promise<readonly Judgement[]> {
      await store.ready()
      const by = person ?? store.view().owner
      if (mark.kind === 'verdict')
        return await add(runs.map((run) => ({ runs: [run], kind: 'verdict', value: mark.verdict ?? null, by })))
      if (mark.isSet) return await add(runs.map((run) => ({ runs: [run], kind: 'tag', value: mark.tag, by })))
      const marked = new Set(runs)
      const tagged = inForce(store.view().all).filter(
        (one) =>
          one.kind === 'tag' && one.value === mark.tag && one.by === by && one.runs.some((run) => marked.has(run)),
      )
      return await takeBack(tagged)
    },
    /** Adds those of another browser that are not here yet, and resolves with their number. One without a name is not this browser's owner. */
    async merge(others: readonly Judgement[]): Promise<number> {
      await store.ready()
      const known = new Set(store.view().all.map(({ id }) => id))
      const fresh = others.filter(({ id }) => !known.has(id))
      await store.keep(fresh.map((one) => (one.by === unnamed ? { ...one, by: 'Another reviewer' } : one)))
      return fresh.length
    },
    /** Who judges from now on; an empty name means the owner. The first that is not a guest's becomes the owner's. */
    setName(typed: string, as: 'owner' | 'guest' = 'owner'): void {
      const { owner } = store.view()
      const name = typed.trim() || owner
      store.keepNames({ name, owner: owner === unnamed && as === 'owner' ? name : owner })
    },
  }
}

export const judgementsOf = onePerRuns((runs) => createJudgements(toolsOf(runs)))

/** All judgements of this browser, live, and the functions that add to them. */
export function useJudgements(): JudgementsView & Pick<Judgements, 'add' | 'mark' | 'takeBack' | 'setName'> {
  const { add, mark, takeBack, setName, subscribe, view } = judgementsOf(useRuns())
  return { ...useSyncExternalStore(subscribe, view), add, mark, takeBack, setName }
}
