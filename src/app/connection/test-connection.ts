import { readModels } from '#contract/models.ts'
import type { Client } from '../client/client.ts'
import { ClientError } from '../client/client-error.ts'
import { type Explanation, explain } from '../client/explain.ts'

/** What a test of a connection found. */
export type ConnectionTest =
  /** `keyChecked` false: the list answers without the key as well, so the key is not proven. */
  | { readonly kind: 'works'; readonly models: number; readonly keyChecked: boolean; readonly own: boolean }
  | { readonly kind: 'key-refused' | 'wrong-path' | 'nobody' | 'failed'; readonly words: Explanation }

function kindOf({ facts }: ClientError): 'key-refused' | 'wrong-path' | 'nobody' | 'failed' {
  if (facts.kind === 'network') return 'nobody'
  if (facts.status === 401 || facts.status === 403) return 'key-refused'
  const notARouter = facts.kind === 'contract' && (facts.status ?? 200) < 500
  return facts.status === 404 || facts.status === 405 || notARouter ? 'wrong-path' : 'failed'
}

/**
 * Reads the model list with the key and, where that works, once more without it. Two free reads; nothing else is sent.
 * Rejects with the signal's reason when aborted.
 */
export async function testConnection(
  withKey: Client,
  withoutKey: Client,
  signal: AbortSignal,
): Promise<ConnectionTest> {
  try {
    const { head, value } = await withKey.call('models', { signal })
    const keyChecked = await withoutKey.call('models', { signal }).then(
      () => false,
      () => true,
    )
    signal.throwIfAborted()
    return { kind: 'works', models: readModels(value).length, keyChecked, own: head.headers['x-router'] === 'patchbay' }
  } catch (error) {
    if (error instanceof ClientError) return { kind: kindOf(error), words: explain(error.facts) }
    throw error
  }
}
