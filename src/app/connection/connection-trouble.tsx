import { Link } from 'wouter'
import { documents } from '#contract/core/documents.ts'
import { ClientError } from '../client/client-error.ts'
import { explainRead } from '../client/explain.ts'
import { Button } from '../ui/button/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { useProfiles } from './connection-provider.tsx'

/** The error of loading the list of models. */
export function ConnectionTrouble({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { selected } = useProfiles()
  const words =
    error instanceof ClientError
      ? explainRead(error.facts, selected.baseUrl)
      : { title: 'Could not load the models', what: error.message, next: '' }
  return (
    <Callout tone="danger" title={words.title}>
      <p className="break-words text-soft">{words.what}</p>
      <p className="text-soft">{words.next}</p>
      <div className="flex gap-2 pt-1">
        <Button onClick={onRetry}>Try again</Button>
        <Link
          href={documents.settings}
          className="inline-flex h-9 items-center rounded-md px-3 text-soft hover:bg-raised coarse:h-11"
        >
          Open settings
        </Link>
      </div>
    </Callout>
  )
}
