import { createClient } from '#app/client/client.ts'
import { ClientError } from '#app/client/client-error.ts'
import type { RunConnection } from '#app/run/run-draft.ts'
import type { ModelCard } from '#contract/models/model-card.ts'
import { oddList, readModels } from '#contract/models/models.ts'
import { readOwnModels } from '#contract/models/own-models.ts'
import type { InnerJobs } from './inner-router.ts'
import { exits, type Variables, Wrong } from './surroundings.ts'

/** A router that has listed its models. */
export interface Reached {
  readonly connection: RunConnection
  readonly cards: readonly ModelCard[]
  /** What is odd about its list, as sentences. */
  readonly notes: readonly string[]
  readonly close: () => void
}

/** Reads the models of the router at a URL. Throws `Wrong` where it does not answer. */
export async function reachRouter(baseUrl: string, variables: Variables): Promise<Reached> {
  if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl)) throw new Wrong(`--base-url is no URL: ${baseUrl}`)
  const key = variables.OPENAI_API_KEY
  const connection = { name: new URL(baseUrl).host, baseUrl: baseUrl.replace(/\/+$/, ''), ...(key && { key }) }
  return { ...(await readRouter(connection)), close: () => {} }
}

/** Starts a router inside this process and reads its models. */
export async function reachInnerRouter(variables: Variables, jobs: InnerJobs): Promise<Reached> {
  // Not loaded where another router is asked.
  const { startInnerRouter } = await import('./inner-router.ts')
  const { close, ...inner } = await startInnerRouter(variables, jobs)
  return { ...(await readRouter({ ...inner, name: 'Patchbay' })), close }
}

async function readRouter(to: Omit<RunConnection, 'own'>): Promise<Omit<Reached, 'close'>> {
  const client = createClient({ ...to, own: false }, { fetch })
  try {
    const { head, value } = await client.call('models', { signal: AbortSignal.timeout(30_000) })
    const own = head.headers['x-router'] === 'patchbay'
    const odd = own ? undefined : oddList(value)
    const cards = own ? readOwnModels(value) : readModels(value)
    return { connection: { ...to, own }, cards, notes: odd === undefined ? [] : [odd] }
  } catch (thrown) {
    const facts = thrown instanceof ClientError ? thrown.facts : undefined
    const why = facts?.message ?? (thrown instanceof Error ? thrown.message : String(thrown))
    const status = facts?.status === undefined ? '' : ` (HTTP ${facts.status})`
    throw new Wrong(`${to.baseUrl}/models did not answer: ${why}${status}`, exits.unsent)
  }
}
