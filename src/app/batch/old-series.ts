import * as z from 'zod/mini'
import { defined, isRecord, recordOf } from '#contract/core/loose-json.ts'
import { listSchema, stored } from '../ledger/stored.ts'
import type { RunDraft } from '../run/run-draft.ts'
import { type Plan, readPlan } from './batch-plan.ts'

const series = stored({
  left: listSchema(
    stored({
      place: stored({ id: z.string(), at: z.int(), of: z.int(), name: z.string() }),
      draft: z.custom<Omit<RunDraft, 'connection'>>(isRecord),
      baseUrl: z.catch(z.string(), ''),
    }),
  ),
})

/**
 * The calls that were left of a press of an earlier version, which kept each with its whole request, as a plan. The others are left
 * out. Those of a request in parts share the files of the first.
 */
export function planOfSeries(value: unknown, thread: string): Plan | undefined {
  const left = z.safeParse(series, value).data?.left ?? []
  const [first] = left
  if (!first) return undefined
  const cells = Array.from({ length: first.place.of }, (_, at) => {
    const call = left.find(({ place }) => place.at === at)
    if (!call) return { name: '', title: '', set: {}, leftOut: 'yes' }
    const { title, price, revision } = call.draft
    return defined({ name: call.place.name, title, price, revision, set: fieldsOf(call.draft) })
  })
  const rest = { id: first.place.id, baseUrl: first.baseUrl, concurrency: 1, onFailure: 'halt', createdAt: 0 }
  const plan = readPlan({ version: 1, shared: { ...first.draft, thread }, cells, ...rest })
  return plan === 'newer' ? undefined : plan
}

function fieldsOf({ request, parts }: Omit<RunDraft, 'connection'>): Plan['cells'][number]['set'] {
  if (!parts) return { ...recordOf(request) }
  const texts = parts.filter((part) => part.kind === 'text')
  const listed = (name: string) => texts.flatMap((part) => (part.name === name ? part.value : []))
  return Object.fromEntries(
    texts.map(({ name, value }) => (name.endsWith('[]') ? [name.slice(0, -2), listed(name)] : [name, value])),
  )
}
