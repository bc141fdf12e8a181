import * as z from 'zod/mini'
import { canonicalJson, listOf, recordOf } from '#contract/core/loose-json.ts'
import { cellCount } from '#lab/cells.ts'
import { type LabPlan, readLabPlan } from '#lab/lab-plan.ts'
import { planLimits } from '#lab/rows/row-limits.ts'
import type { RunRow } from '../ledger/run-row.ts'
import { type LedgerDrafts, labThread } from '../run/stored-draft.ts'
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
/** Keys of drafts by the id of a plan; those of versions by the id of their batch. */
export const planKeys = {
  head: (id: string) => heads + id,
  rows: (id: string) => `lab.rows.${id}`,
  files: (id: string) => `lab.files.${id}`,
  /** The batch of the version that others are compared with. */
  baseline: (id: string) => `lab.baseline.${id}`,
  /** When each version was run, behind this by its batch: only ever added, so that no tab overwrites what another one has run. */
  versions: (id: string) => `lab.versions.${id}.`,
  version: (batch: string) => `lab.version.${batch}`,
  /** What a version has asked its judges: a draft for each press, with the id of its batch behind this. */
  judged: (batch: string) => `lab.judged.${batch}.`,
} as const

/** The versions of a plan by its stored head and what is behind `planKeys.versions`, in the order in which they were run. */
export function versionsIn(head: unknown, ran: ReadonlyMap<string, unknown>): readonly PlanVersion[] {
  const { versions = [] } = z.safeParse(planHead, head).data ?? {}
  const own = [...ran].flatMap(([batch, at]) => (typeof at === 'number' ? { batch, at } : []))
  const all = new Map([...versions, ...own].map((one) => [one.batch, one]))
  return [...all.values()].toSorted((one, other) => one.at - other.at)
}

/** As they are stored now, by whichever tab. */
export const readVersions = async (drafts: LedgerDrafts, id: string): Promise<readonly PlanVersion[]> =>
  versionsIn(await drafts.read(planKeys.head(id)), await drafts.under(planKeys.versions(id)))

/** Resolves when a version is stored; before that none of its cells may be sent. */
export async function keepVersion(drafts: LedgerDrafts, id: string, run: PlanVersion, plan: LabPlan): Promise<void> {
  await drafts.write(planKeys.version(run.batch), plan)
  await drafts.write(planKeys.versions(id) + run.batch, run.at)
}

/** Ids are parts of keys. */
const planId = z.string().check(z.regex(/^[\w-]{1,128}$/))
const time = z.number().check(z.minimum(0), z.maximum(8.64e15))
const judged = z._default(z.record(planId, z.array(z.string())), {})
const sharedVersion = z.object({ batch: planId, at: time, judged })
const sharedPlan = z.object({ id: planId, at: time, versions: z.array(z.unknown()) })

/** A version as it was run, with what its judges were asked by the batch of each press. */
type SharedVersion = z.infer<typeof sharedVersion> & { readonly plan: LabPlan }
/** A plan as it leaves one browser for another: as it is now, and its versions. `at`: when it was changed last. */
export type SharedPlan = Omit<z.infer<typeof sharedPlan>, 'versions'> & {
  readonly plan: LabPlan
  readonly versions: readonly SharedVersion[]
}

/** The plans of these runs, with the versions of which there is a run among them. Without those that are deleted or cannot be read. */
export async function sharedPlans(
  drafts: LedgerDrafts,
  runs: readonly Pick<RunRow, 'thread' | 'batch'>[],
): Promise<readonly SharedPlan[]> {
  const batches = new Set(runs.map(({ batch }) => batch?.id))
  const plans: SharedPlan[] = []
  for (const thread of new Set(runs.map((run) => run.thread))) {
    const id = thread?.slice(labThread('').length) ?? ''
    const head = z.safeParse(planHead, await drafts.read(planKeys.head(id))).data
    const now = readLabPlan({ ...recordOf(head?.plan), rows: listOf(await drafts.read(planKeys.rows(id))) })
    const versions: SharedVersion[] = []
    for (const { batch, at } of await readVersions(drafts, id)) {
      const read = readLabPlan(batches.has(batch) ? await drafts.read(planKeys.version(batch)) : undefined)
      if (read.status === 'refused') continue
      const asked = [...readJudgings(await drafts.under(planKeys.judged(batch)))]
      const judged = Object.fromEntries(asked.map(([press, keys]) => [press, [...keys]]))
      versions.push({ batch, at, plan: read.plan, judged })
    }
    if (head && now.status === 'read' && versions.length > 0) plans.push({ id, at: head.at, plan: now.plan, versions })
  }
  return plans
}

/** Reads a plan of another browser as far as it can be read. `problems`: sentences about what was left out. */
export function readSharedPlan(value: unknown): { readonly plan?: SharedPlan; readonly problems: readonly string[] } {
  const { data } = z.safeParse(sharedPlan, value)
  const all = data?.versions.map(versionIn) ?? ['It cannot be read.']
  const versions = all.filter((one) => typeof one !== 'string')
  const reasons = new Set(all.filter((one) => typeof one === 'string'))
  const problems = [...reasons].map((why) => `A plan of the Lab, or a version of it, was left out. ${why}`)
  const now = readLabPlan(recordOf(value).plan)
  const plan = now.status === 'read' ? now.plan : versions.at(-1)?.plan
  return { ...(data && plan && versions.length > 0 && { plan: { ...data, plan, versions } }), problems }
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

/**
 * Stores what is not here yet of a plan; what is here stays as it is. A version that is here with other content becomes a plan of its own, whose id
 * `create` derives.
 */
export async function addSharedPlan(
  drafts: LedgerDrafts,
  { id, at, plan, versions }: SharedPlan,
  create: (origin: string) => string,
): Promise<{ readonly isAdded: boolean; readonly isOther: boolean }> {
  const known = new Set((await readVersions(drafts, id)).map(({ batch }) => batch))
  let isAdded = await addPlanHead(drafts, id, plan, at)
  let isOther = false
  for (const one of versions) {
    const here = readLabPlan(await drafts.read(planKeys.version(one.batch)))
    const content = canonicalJson(one.plan)
    if (here.status === 'read' && canonicalJson(here.plan) !== content) {
      isOther = true
      isAdded = (await addPlanHead(drafts, create(`version ${one.batch} ${content}`), one.plan, one.at)) || isAdded
      continue
    }
    isAdded ||= !known.has(one.batch)
    if (!known.has(one.batch)) await keepVersion(drafts, id, one, one.plan)
    const presses = await drafts.under(planKeys.judged(one.batch))
    for (const [press, asked] of Object.entries(one.judged))
      if (!presses.has(press)) await drafts.write(planKeys.judged(one.batch) + press, asked)
  }
  return { isAdded, isOther }
}

/** Resolves with false where there is a plan of that id. */
export async function addPlanHead(
  drafts: LedgerDrafts,
  id: string,
  { rows, ...plan }: LabPlan,
  at: number,
): Promise<boolean> {
  if ((await drafts.read(planKeys.head(id))) !== undefined) return false
  await drafts.write(planKeys.rows(id), rows)
  await drafts.write(planKeys.head(id), { plan, versions: [], at } satisfies PlanHead)
  return true
}
