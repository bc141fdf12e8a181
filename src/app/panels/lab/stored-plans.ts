import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { isRecord, listOf, recordOf, stringOf } from '#contract/core/loose-json.ts'
import { type LabPlan, type PlanReading, planLimits, readLabPlan } from '#lab/lab-plan.ts'
import { draftsUnder, useDraftsUnder } from '../../run/history/use-history.ts'
import { newId } from '../../run/new-id.ts'
import type { HeldFile } from '../../run/run-draft.ts'
import type { Runs } from '../../run/runs.ts'
import { useDraft, useKept } from '../../run/use-draft.ts'
import { useRuns } from '../../run/use-runs.tsx'
import { saveFile } from '../../ui/files.ts'

/** A plan as it was when it was run; its document is stored under the id of its batch. */
const version = z.object({ batch: z.string(), /** Ms since 1970. */ at: z.number() })
export type PlanVersion = z.infer<typeof version>

/** Everything of a plan but its rows, which are stored apart: they may be megabytes, and change less often. */
const planHead = z.object({
  plan: z.unknown(),
  /** Texts of the request's form that cannot be read, by path. */
  unread: z.optional(z.record(z.string(), z.object({ raw: z.unknown(), problem: z.string() }))),
  versions: z._default(z.array(version), []),
  /** When it was changed last, in ms since 1970. */
  at: z._default(z.number(), 0),
})
export type PlanHead = z.infer<typeof planHead>

const storedRows = z.array(z.record(z.string(), z.unknown()))
const storedFiles = z.array(z.custom<HeldFile>((value) => isRecord(value) && value.blob instanceof Blob))

const heads = 'lab.plan.'
const headKey = (id: string) => heads + id
const rowsKey = (id: string) => `lab.rows.${id}`
const filesKey = (id: string) => `lab.files.${id}`
const versionKey = (batch: string) => `lab.version.${batch}`
/** The batch of the version that others are compared with. */
export const baselineKey = (id: string) => `lab.baseline.${id}`
/** What a version has asked its judges: a draft for each press, with the id of its batch behind this. */
export const judgedKey = (batch: string) => `lab.judged.${batch}.`

/** Stores a value before whatever is stored next. */
export function write(runs: Runs, key: string, value: unknown): void {
  const draft = runs.openDraft(key)
  draft.write(value)
  draft.close()
}

async function read(runs: Runs, key: string): Promise<unknown> {
  const draft = runs.openDraft(key)
  return await draft.read().finally(draft.close)
}

/** Stores a new plan with the files that its rows name, and returns its id. */
export function addPlan(runs: Runs, { rows, ...plan }: LabPlan, at: number, files: readonly HeldFile[] = []): string {
  const id = newId()
  if (files.length > 0) write(runs, filesKey(id), files)
  write(runs, rowsKey(id), rows)
  write(runs, headKey(id), { plan, versions: [], at } satisfies PlanHead)
  return id
}

/** Removes a plan with its versions and gives the function that puts them back; its runs stay. */
export async function removePlan(runs: Runs, id: string): Promise<() => void> {
  const { data } = z.safeParse(planHead, await read(runs, headKey(id)))
  const batches = data?.versions.map(({ batch }) => batch) ?? []
  const presses = batches.map(async (batch) =>
    [...(await draftsUnder(runs, judgedKey(batch))).keys()].map((press) => judgedKey(batch) + press),
  )
  const own = [...batches.map(versionKey), ...(await Promise.all(presses)).flat()]
  const keys = [headKey(id), rowsKey(id), filesKey(id), baselineKey(id), ...own]
  const values = await Promise.all(keys.map((key) => read(runs, key)))
  for (const key of keys) write(runs, key, undefined)
  return () => keys.forEach((key, at) => void write(runs, key, values[at]))
}

/** The name of a plan as that of a file, without an ending. */
export const planFileName = ({ name }: Pick<LabPlan, 'name'>): string =>
  name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'plan'

/** Offers a plan as a file. */
export function savePlan(plan: LabPlan): void {
  saveFile(new Blob([`${JSON.stringify(plan, null, 2)}\n`], { type: 'application/json' }), `${planFileName(plan)}.json`)
}

export async function readStoredPlan(runs: Runs, id: string): Promise<PlanReading> {
  const [head, rows] = await Promise.all([headKey(id), rowsKey(id)].map((key) => read(runs, key)))
  return readLabPlan({ ...recordOf(recordOf(head).plan), rows: listOf(rows) })
}

/** Gives a plan that is not open the rows and columns of `plan`. */
export async function changeRows(runs: Runs, id: string, { rows, ...plan }: LabPlan, at: number): Promise<void> {
  const head = recordOf(await read(runs, headKey(id)))
  write(runs, rowsKey(id), rows)
  write(runs, headKey(id), { ...head, plan, at })
}

export const keepVersion = (runs: Runs, batch: string, plan: LabPlan): void => write(runs, versionKey(batch), plan)

export interface ListedPlan {
  readonly id: string
  readonly name: string
  readonly tool: string
  readonly at: number
}

/** All plans, those of a newer version among them, the one that was changed last first; undefined until they are read. */
export function useListedPlans(): readonly ListedPlan[] | undefined {
  const found = useDraftsUnder(heads)
  return useMemo(() => {
    if (!found) return undefined
    const listed = [...found].flatMap(([id, value]) => {
      const head = z.safeParse(planHead, value).data
      const { name, tool } = recordOf(head?.plan)
      return head ? { id, name: stringOf(name), tool: stringOf(tool), at: head.at } : []
    })
    return listed.toSorted((one, other) => other.at - one.at)
  }, [found])
}

/** A stored plan. `refused`: it cannot be read, and is left untouched; `why` is a sentence. */
export type OpenedPlan =
  | { readonly status: 'loading' }
  | { readonly status: 'gone' }
  | { readonly status: 'refused'; readonly why: string }
  | {
      readonly status: 'open'
      readonly plan: LabPlan
      readonly files: readonly HeldFile[]
      readonly head: PlanHead
      readonly keep: PlanKeeping
    }

interface PlanKeeping {
  readonly head: (head: PlanHead) => void
  readonly rows: (rows: LabPlan['rows']) => void
  readonly files: (files: HeldFile[]) => void
}

export function useStoredPlan(id: string): OpenedPlan {
  const head = useDraft(headKey(id), planHead)
  const rows = useDraft(rowsKey(id), storedRows)
  const files = useDraft(filesKey(id), storedFiles)
  const reading = useMemo(
    () => head.stored && readLabPlan({ ...recordOf(head.stored.plan), rows: rows.stored ?? [] }),
    [head.stored, rows.stored],
  )
  if (head.loading || rows.loading || files.loading) return { status: 'loading' }
  if (!head.stored || !reading) return { status: 'gone' }
  if (reading.status === 'refused') return reading
  const keep = { head: head.write, rows: rows.write, files: files.write }
  return { status: 'open', plan: reading.plan, files: files.stored ?? [], head: head.stored, keep }
}

/** The plan of a batch as it was run; without `plan` while it is read, and where it is lost. */
export function useVersionPlan(batch: string | undefined): { readonly loading: boolean; readonly plan?: LabPlan } {
  const { stored, loading } = useDraft(versionKey(batch ?? ''), z.unknown())
  return useMemo(() => {
    const reading = readLabPlan(stored)
    return { loading, ...(batch !== undefined && reading.status === 'read' && { plan: reading.plan }) }
  }, [batch, stored, loading])
}

/** A plan while it is edited; each change is stored. */
export function useEditedPlan({ plan: first, files: held, head, keep }: Extract<OpenedPlan, { status: 'open' }>) {
  const { clock } = useRuns().page
  const [plan, setPlan] = useState(first)
  const [unread, setUnread] = useState(head.unread)
  const [versions, setVersions] = useState(head.versions)
  const [files, setFiles] = useState(held)
  const keptRows = useRef(plan.rows)
  // Rows are compared as they are, and not as JSON: they may be megabytes.
  useLayoutEffect(() => {
    if (plan.rows !== keptRows.current) keep.rows(plan.rows)
    keptRows.current = plan.rows
  }, [plan.rows, keep.rows])
  useKept<Omit<PlanHead, 'at'>>(
    useMemo(() => {
      const { rows: _, ...withoutRows } = plan
      return { plan: withoutRows, unread, versions }
    }, [plan, unread, versions]),
    (next) => keep.head({ ...next, at: clock.now() }),
  )
  /** Newer files take the places of those of the same name, and, beyond what a plan holds, of the oldest. */
  function addFiles(added: readonly HeldFile[]): void {
    const kept = files.filter(({ name }) => !added.some((one) => one.name === name))
    const all = [...added, ...kept].slice(0, planLimits.files)
    setFiles(all)
    keep.files(all)
  }
  return { plan, setPlan, unread, setUnread, versions, setVersions, files, addFiles }
}
