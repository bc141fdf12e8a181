import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { canonicalJson, isRecord, listOf, recordOf, stringOf } from '#contract/core/loose-json.ts'
import { type LabPlan, type PlanReading, readLabPlan } from '#lab/lab-plan.ts'
import { planLimits } from '#lab/rows/row-limits.ts'
import { heads, type PlanHead, planHead, planKeys, readVersions, versionsIn } from '../../lab/plan-drafts.ts'
import { ledgerDrafts, useDraftsUnder } from '../../run/history/use-history.ts'
import { newId } from '../../run/new-id.ts'
import type { HeldFile } from '../../run/run-draft.ts'
import type { Runs } from '../../run/runs.ts'
import { labThread, readDraft, writeDraft } from '../../run/stored-draft.ts'
import { useDraft, useKept } from '../../run/use-draft.ts'
import { useRuns } from '../../run/use-runs.tsx'
import { saveFile } from '../../ui/files.ts'
import { shortly } from '../../ui/format.ts'
import { useThreadDrafts } from './use-places.ts'

const storedRows = z.array(z.record(z.string(), z.unknown()))
const storedFiles = z.array(z.custom<HeldFile>((value) => isRecord(value) && value.blob instanceof Blob))

/** Stores a new plan with the files that its rows name, and returns its id. */
export function addPlan(runs: Runs, { rows, ...plan }: LabPlan, at: number, files: readonly HeldFile[] = []): string {
  const id = newId()
  if (files.length > 0) writeDraft(runs, planKeys.files(id), files)
  writeDraft(runs, planKeys.rows(id), rows)
  writeDraft(runs, planKeys.head(id), { plan, versions: [], at } satisfies PlanHead)
  return id
}

/** Removes a plan with its versions and gives the function that puts them back; its runs stay. */
export async function removePlan(runs: Runs, id: string): Promise<() => void> {
  const drafts = ledgerDrafts(runs)
  const batches = (await readVersions(drafts, id)).map(({ batch }) => batch)
  const lists = [planKeys.versions(id), ...batches.map(planKeys.judged)].map(async (prefix) =>
    [...(await drafts.under(prefix)).keys()].map((rest) => prefix + rest),
  )
  const own = [...batches.map(planKeys.version), ...(await Promise.all(lists)).flat()]
  const keys = [planKeys.head(id), planKeys.rows(id), planKeys.files(id), planKeys.baseline(id), ...own]
  const values = await Promise.all(keys.map((key) => readDraft(runs, key)))
  for (const key of keys) writeDraft(runs, key, undefined)
  return () => keys.forEach((key, at) => void writeDraft(runs, key, values[at]))
}

/** What a plan is called in lists. */
export const planTitle = ({ name }: ListedPlan): string => shortly(name, 80) || 'Untitled plan'

/** The name of a plan as that of a file, without an ending. */
export const planFileName = ({ name }: Pick<LabPlan, 'name'>): string =>
  name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'plan'

/** Offers a plan as a file. */
export function savePlan(plan: LabPlan): void {
  saveFile(new Blob([`${JSON.stringify(plan, null, 2)}\n`], { type: 'application/json' }), `${planFileName(plan)}.json`)
}

export async function readStoredPlan(runs: Runs, id: string): Promise<PlanReading> {
  const [head, rows] = await Promise.all([planKeys.head(id), planKeys.rows(id)].map((key) => readDraft(runs, key)))
  return readLabPlan({ ...recordOf(recordOf(head).plan), rows: listOf(rows) })
}

/** Gives a plan that is not open the rows and columns of `plan`. */
export async function changeRows(runs: Runs, id: string, { rows, ...plan }: LabPlan, at: number): Promise<void> {
  const head = recordOf(await readDraft(runs, planKeys.head(id)))
  writeDraft(runs, planKeys.rows(id), rows)
  writeDraft(runs, planKeys.head(id), { ...head, plan, at })
}

export interface ListedPlan {
  readonly id: string
  readonly name: string
  readonly tool: string
  readonly at: number
}

/** All plans, those of a newer version among them, the one that was changed last first; undefined until they are read. Read again with each change of `after`. */
export function useListedPlans(after: unknown): readonly ListedPlan[] | undefined {
  const found = useDraftsUnder(heads, after)
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

export type OpenedPlan = Extract<ReturnType<typeof useStoredPlan>, { status: 'open' }>

/** A stored plan with its versions, in whichever tab they were run. `refused`: it cannot be read, and is left untouched; `why` is a sentence. */
export function useStoredPlan(id: string) {
  const head = useDraft(planKeys.head(id), planHead)
  const rows = useDraft(planKeys.rows(id), storedRows)
  const files = useDraft(planKeys.files(id), storedFiles)
  const [ran, readAgain] = useThreadDrafts(planKeys.versions(id), labThread(id))
  const reading = useMemo(
    () => head.stored && readLabPlan({ ...recordOf(head.stored.plan), rows: rows.stored ?? [] }),
    [head.stored, rows.stored],
  )
  const versions = useMemo(() => ran && versionsIn(head.stored, ran), [head.stored, ran])
  if (head.loading || rows.loading || files.loading || !versions) return { status: 'loading' as const }
  if (!head.stored || !reading) return { status: 'gone' as const }
  if (reading.status === 'refused') return reading
  const keep = { head: head.write, rows: rows.write, files: files.write }
  const { plan } = reading
  return { status: 'open' as const, plan, files: files.stored ?? [], head: head.stored, keep, versions, readAgain }
}

/** The plan of a batch as it was run; without `plan` while it is read, and where it is lost. */
export function useVersionPlan(batch: string | undefined): { readonly loading: boolean; readonly plan?: LabPlan } {
  const { stored, loading } = useDraft(planKeys.version(batch ?? ''), z.unknown())
  return useMemo(() => {
    const reading = readLabPlan(stored)
    return { loading, ...(batch !== undefined && reading.status === 'read' && { plan: reading.plan }) }
  }, [batch, stored, loading])
}

/** A plan while it is edited; each change is stored. */
export function useEditedPlan(opened: OpenedPlan) {
  const { plan: first, files: held, head, keep, versions, readAgain } = opened
  const { clock } = useRuns().page
  const [plan, setPlan] = useState(first)
  const [unread, setUnread] = useState(head.unread)
  const [known] = useState(versions.length)
  // By content: the form writes the request once when it is shown.
  const isUnedited = useMemo(() => {
    const [now, before] = [plan, first].map((one) => canonicalJson({ ...one, rows: [] }))
    return plan.rows === first.rows && now === before
  }, [plan, first])
  const [files, setFiles] = useState<readonly HeldFile[]>(held)
  const keptRows = useRef(plan.rows)
  // Rows are compared as they are, and not as JSON: they may be megabytes.
  useLayoutEffect(() => {
    if (plan.rows !== keptRows.current) keep.rows(plan.rows)
    keptRows.current = plan.rows
  }, [plan.rows, keep.rows])
  useKept<Omit<PlanHead, 'at'>>(
    useMemo(() => {
      const { rows: _, ...withoutRows } = plan
      return { plan: withoutRows, unread, versions: head.versions }
    }, [plan, unread, head.versions]),
    (next) => keep.head({ ...next, at: clock.now() }),
  )
  /** Newer files take the places of those of the same name, and, beyond what a plan holds, of the oldest. */
  function addFiles(added: readonly HeldFile[]): void {
    const kept = files.filter(({ name }) => !added.some((one) => one.name === name))
    const all = [...added, ...kept].slice(0, planLimits.files)
    setFiles(all)
    keep.files(all)
  }
  return {
    ...{ plan, setPlan, unread, setUnread, files, addFiles, versions, readAgain },
    /** It was run since it was opened, and nothing was edited here. */
    isRunUnedited: isUnedited && versions.length > known,
  }
}
