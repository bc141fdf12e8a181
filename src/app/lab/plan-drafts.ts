import * as z from 'zod/mini'
import { canonicalJson, listOf, recordOf } from '#contract/core/loose-json.ts'
import { cellCount } from '#lab/cells.ts'
import { type LabPlan, planLimits, readLabPlan } from '#lab/lab-plan.ts'
import type { RunRow } from '../ledger/run-row.ts'
import { isLabThread, type LedgerDrafts, labThread } from '../run/stored-draft.ts'
import { readJudgings } from './judge-targets.ts'

/** A plan as it was when it was run; its document is stored under the id of its batch. `at`: in ms since 1970. */
const version = z.object({ batch: z.string(), at: z.number() })
export type PlanVersion = Readonly<z.infer<typeof version>>

/** Everything of a plan but its rows, which are stored apart: they may be megabytes, and change less often. */
export const planHead = z.object({
  plan: z.unknown(),
  /** Texts of the request's form that cannot be read, by path. */
  unread: z.optional(z.record(z.string(), z.object({ raw: z.unknown(), problem: z.string() }))),
  /** Those that were run before each had a record of its own. */
  versions: z._default(z.array(version), []),
  /** When it was changed last, in ms since 1970. */
  at: z._default(z.number(), 0),
})
export type PlanHead = z.infer<typeof planHead>

export const heads = 'lab.plan.'
export const headKey = (id: string) => heads + id
export const rowsKey = (id: string) => `lab.rows.${id}`
export const filesKey = (id: string) => `lab.files.${id}`
export const versionKey = (batch: string) => `lab.version.${batch}`
/** When each version of a plan was run, behind this by its batch: records that are only added, so that no tab overwrites those of another. */
export const versionsKey = (id: string) => `lab.versions.${id}.`
/** The batch of the version that others are compared with. */
export const baselineKey = (id: string) => `lab.baseline.${id}`
/** What a version has asked its judges: a draft for each press, with the id of its batch behind this. */
export const judgedKey = (batch: string) => `lab.judged.${batch}.`

/** The versions of a plan in the order in which they were run, in whichever tab. */
export async function readVersions(drafts: LedgerDrafts, id: string): Promise<readonly PlanVersion[]> {
  const [head, ran] = await Promise.all([drafts.read(headKey(id)), drafts.under(versionsKey(id))])
  const { versions = [] } = z.safeParse(planHead, head).data ?? {}
  const own = [...ran].flatMap(([batch, at]) => (typeof at === 'number' ? { batch, at } : []))
  const all = new Map([...versions, ...own].map((one) => [one.batch, one]))
  return [...all.values()].toSorted((one, other) => one.at - other.at)
}

/** Resolves when a version is stored; before that none of its cells may be sent. */
export async function keepVersion(drafts: LedgerDrafts, id: string, run: PlanVersion, plan: LabPlan): Promise<void> {
  await drafts.write(versionKey(run.batch), plan)
  await drafts.write(versionsKey(id) + run.batch, run.at)
}

/** Ids are parts of keys. */
const planId = z.string().check(z.regex(/^[\w-]{1,128}$/))
const time = z.number().check(z.minimum(0), z.maximum(8.64e15))
const sharedVersion = z.object({
  ...{ batch: planId, at: time },
  /** What its judges were asked, by the batch of each press. */
  judged: z._default(z.record(planId, z.array(z.string())), {}),
})
const sharedPlan = z.object({ id: planId, at: time, versions: z.array(z.unknown()) })

/** A plan as it leaves one browser for another: as it is now, and as each of its versions was run. */
export interface SharedPlan {
  readonly id: string
  /** When it was changed last. */
  readonly at: number
  readonly plan: LabPlan
  readonly versions: readonly SharedVersion[]
}
type SharedVersion = PlanVersion & {
  readonly plan: LabPlan
  readonly judged: Readonly<Record<string, readonly string[]>>
}

/** The plans of these runs, with the versions of which there is a run among them. Without those that are deleted or cannot be read. */
export async function sharedPlans(
  drafts: LedgerDrafts,
  runs: readonly Pick<RunRow, 'thread' | 'batch'>[],
): Promise<readonly SharedPlan[]> {
  const batches = new Set(runs.map(({ batch }) => batch?.id))
  const threads = new Set(runs.flatMap(({ thread }) => (thread !== undefined && isLabThread(thread) ? thread : [])))
  const plans = await Promise.all(
    [...threads].map(async (thread): Promise<readonly SharedPlan[]> => {
      const id = thread.slice(labThread('').length)
      const [head, rows] = [z.safeParse(planHead, await drafts.read(headKey(id))).data, await drafts.read(rowsKey(id))]
      const now = readLabPlan({ ...recordOf(head?.plan), rows: listOf(rows) })
      if (!head || now.status === 'refused') return []
      const versions: SharedVersion[] = []
      for (const { batch, at } of await readVersions(drafts, id)) {
        const read = batches.has(batch) ? readLabPlan(await drafts.read(versionKey(batch))) : undefined
        if (read?.status !== 'read') continue
        const judged = readJudgings(await drafts.under(judgedKey(batch)))
        versions.push({ batch, at, plan: read.plan, judged: Object.fromEntries(judged) })
      }
      return versions.length > 0 ? [{ id, at: head.at, plan: now.plan, versions }] : []
    }),
  )
  return plans.flat()
}

/** Reads a plan of another browser. `problems`: sentences about what was left out, of which the plan itself may be part. */
export function readSharedPlan(value: unknown): { readonly plan?: SharedPlan; readonly problems: readonly string[] } {
  const { data } = z.safeParse(sharedPlan, value)
  if (!data) return { problems: ['A plan of the Lab was left out: it cannot be read.'] }
  const all = data.versions.map(versionIn)
  const versions = all.filter((one) => typeof one !== 'string')
  const reasons = all.filter((one) => typeof one === 'string')
  const problems = [...new Set(reasons)].map((why) => `A version of a plan was left out. ${why}`)
  const now = readLabPlan(recordOf(value).plan)
  if (now.status === 'refused') problems.push(`A plan is as it was run last. ${now.why}`)
  const plan = now.status === 'read' ? now.plan : versions.at(-1)?.plan
  return { ...(plan && versions.length > 0 && { plan: { ...data, plan, versions } }), problems }
}

/** A version, or why it cannot be one. */
function versionIn(value: unknown): SharedVersion | string {
  const { data } = z.safeParse(sharedVersion, value)
  const read = readLabPlan(recordOf(value).plan)
  if (read.status === 'refused') return read.why
  const count = cellCount(read.plan)
  if (count > planLimits.cells) return `It has ${count.toLocaleString('en')} cells.`
  return data ? { ...data, plan: read.plan } : 'It cannot be read.'
}

/** Whether a version of the plan is here with other content. */
export async function differsHere(drafts: LedgerDrafts, { versions }: SharedPlan): Promise<boolean> {
  for (const { batch, plan } of versions) {
    const here = readLabPlan(await drafts.read(versionKey(batch)))
    if (here.status === 'read' && canonicalJson(here.plan) !== canonicalJson(plan)) return true
  }
  return false
}

/** Stores what is not here yet of a plan; what is here stays as it is. Resolves with whether there was anything to store. */
export async function addSharedPlan(drafts: LedgerDrafts, { id, at, plan, versions }: SharedPlan): Promise<boolean> {
  const known = new Set((await readVersions(drafts, id)).map(({ batch }) => batch))
  const fresh = versions.filter(({ batch }) => !known.has(batch))
  for (const one of versions) {
    if (!known.has(one.batch)) await keepVersion(drafts, id, one, one.plan)
    const presses = await drafts.under(judgedKey(one.batch))
    for (const [press, asked] of Object.entries(one.judged))
      if (!presses.has(press)) await drafts.write(judgedKey(one.batch) + press, asked)
  }
  const isHere = (await drafts.read(headKey(id))) !== undefined
  const { rows, ...head } = plan
  if (!isHere) await drafts.write(rowsKey(id), rows)
  if (!isHere) await drafts.write(headKey(id), { plan: head, versions: [], at } satisfies PlanHead)
  return !isHere || fresh.length > 0
}
