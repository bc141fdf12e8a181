import { useRef, useState } from 'react'
import { oddList, readModels } from '#contract/models/models.ts'
import type { Client } from '../client/client.ts'
import { ClientError } from '../client/client-error.ts'
import { type Explanation, explainRead } from '../client/explain.ts'
import { connect } from './connect.ts'
import { connectionOf, type Profile } from './profile.ts'

export type ConnectionTest =
  | {
      readonly kind: 'works'
      readonly models: number
      readonly odd: string | undefined
      readonly keyChecked: KeyChecked
      readonly own: boolean
    }
  | { readonly kind: 'trouble'; readonly words: Explanation }

/** `no`: the list is readable without the key as well, so the key is unproven. `unknown`: the read without it failed for another reason. */
type KeyChecked = 'yes' | 'no' | 'unknown'

const isRefusal = (error: unknown) =>
  error instanceof ClientError && (error.facts.status === 401 || error.facts.status === 403)

/** Reads the model list with the key, then without it. Rejects with the signal's reason. */
export async function testConnection(
  withKey: Client,
  withoutKey: Client,
  { baseUrl, signal }: { readonly baseUrl: string; readonly signal: AbortSignal },
): Promise<ConnectionTest> {
  try {
    const { head, value } = await withKey.call('models', { signal })
    const keyChecked = await withoutKey.call('models', { signal }).then(
      (): KeyChecked => 'no',
      (error: unknown): KeyChecked => (isRefusal(error) ? 'yes' : 'unknown'),
    )
    signal.throwIfAborted()
    const [models, odd] = [readModels(value).length, oddList(value)]
    return { kind: 'works', models, odd, keyChecked, own: head.headers['x-router'] === 'patchbay' }
  } catch (error) {
    if (error instanceof ClientError) return { kind: 'trouble', words: explainRead(error.facts, baseUrl) }
    throw error
  }
}

const patience = 20_000

export type TestState = 'untested' | 'pending' | 'no-answer' | ConnectionTest

export const isWorking = (state: TestState): boolean => typeof state === 'object' && state.kind === 'works'

/** The connection test of a profile's card or form; it ends after 20 s at the latest. A reset drops the result, also of a test that still runs. */
export function useConnectionTest(before: TestState = 'untested') {
  const [state, setState] = useState<TestState>(before)
  const last = useRef(0)
  return {
    state,
    reset(): void {
      last.current += 1
      setState('untested')
    },
    async begin(profile: Profile): Promise<TestState | undefined> {
      const { baseUrl } = profile
      last.current += 1
      const own = last.current
      setState('pending')
      const signal = AbortSignal.timeout(patience)
      const clients = [connect({ ...connectionOf(profile), own: false }), connect({ baseUrl, own: false })] as const
      const found = await testConnection(...clients, { baseUrl, signal }).catch(() => 'no-answer' as const)
      if (own !== last.current) return undefined
      setState(found)
      return found
    },
  }
}
