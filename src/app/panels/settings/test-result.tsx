import type { TestState } from '../../connection/test-connection.ts'
import { Callout } from '../../ui/callout.tsx'
import { counted } from '../../ui/format.ts'

const keyWords = {
  yes: 'The key is valid.',
  no: 'Key not verified: this router lists models without a key, so only a run will show whether it is valid.',
  unknown: 'Key not verified: the check without the key failed for another reason.',
}

/** The result of a connection test. */
export function TestResult({ state }: { readonly state: TestState }) {
  return (
    <div role="status" className="empty:-mt-3">
      {state !== 'untested' && state !== 'pending' && <Result found={state} />}
    </div>
  )
}

function Result({ found }: { readonly found: Exclude<TestState, 'untested' | 'pending'> }) {
  if (found === 'no-answer')
    return (
      <Callout tone="danger" title="No reply within 20 seconds">
        <p className="text-soft">The server may be overloaded, or a firewall may be blocking the request.</p>
      </Callout>
    )
  if (found.kind === 'trouble')
    return (
      <Callout tone="danger" title={found.words.title}>
        <p className="break-words text-soft">{found.words.what}</p>
        <p className="text-soft">{found.words.next}</p>
      </Callout>
    )
  const { odd } = found
  const title = odd
    ? 'The server responds, but its model list cannot be read'
    : `Works, ${counted(found.models, 'model')}`
  return (
    <Callout tone={odd ? 'warning' : 'success'} title={title}>
      {odd && <p className="break-words text-soft">{odd} Enter a model name in the form.</p>}
      <p className="text-soft">
        {keyWords[found.keyChecked]}
        {found.own && ' This is a Patchbay router: lost answers can be recovered.'}
      </p>
    </Callout>
  )
}
