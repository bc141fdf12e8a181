import { createContext, type ReactNode, Suspense, use, useState } from 'react'
import { isOpen } from '../../run/life/states.ts'
import type { Run } from '../../run/run.ts'
import { Boundary, type Broken } from '../../ui/boundary.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { shortly } from '../../ui/format.ts'
import { MissingCode } from '../../ui/late-code.ts'
import { MissingNote } from '../../ui/missing-note.tsx'
import { retriable } from '../../ui/retriable.tsx'

const RawReply = retriable(async () => (await import('./raw-reply.tsx')).RawReply)

/** How the surrounding panel deletes a run; without one, a broken result offers no Delete. */
export const DeleteRun = createContext<((run: Run) => void) | undefined>(undefined)

interface ResultBoundaryProps {
  readonly run: Run
  /** One item of the result, whose others are still shown. */
  readonly isPart?: boolean
  readonly children: ReactNode
}

/** Confines a result that cannot be rendered to its own card. Rendered again when the run ends or its result changes. */
export const ResultBoundary = ({ run, isPart = false, children }: ResultBoundaryProps) => (
  <Boundary
    of={isOpen(run.status) ? run.status : run.result}
    fallback={(broken) => <BrokenResult run={run} isPart={isPart} {...broken} />}
  >
    {children}
  </Boundary>
)

interface BrokenResultProps extends Broken, Pick<ResultBoundaryProps, 'run' | 'isPart'> {
  /** What cannot be shown; the result, where it is left out. */
  readonly what?: string
}

/** In place of what failed to render: why, and the ways to its raw bytes and out of the list. */
export function BrokenResult({ run, isPart, what, error, again }: BrokenResultProps) {
  const remove = use(DeleteRun)
  const [isRaw, setRaw] = useState(false)
  if (error instanceof MissingCode)
    return (
      <MissingNote error={error} again={again}>
        {run.result.error && <p className="wrap-anywhere text-soft">{shortly(run.result.error.message, 300)}</p>}
      </MissingNote>
    )
  const title = `${what ?? (isPart ? 'This part of the result' : 'This result')} cannot be shown`
  return (
    <section aria-label={title} className="min-w-0">
      <Callout tone="danger" title={title}>
        <p className="text-soft">The reply itself is intact. Open it raw, or try again.</p>
        <p className="wrap-anywhere font-mono text-faint text-xs">{shortly(error.message, 300)}</p>
        <div className="flex flex-wrap gap-2 pt-1">
          <Button onClick={() => setRaw(true)}>Open raw</Button>
          <Button onClick={again}>Try again</Button>
          {remove && !isOpen(run.status) && (
            <Button look="danger" onClick={() => remove(run)}>
              {isPart ? 'Delete run' : 'Delete'}
            </Button>
          )}
        </div>
      </Callout>
      {isRaw && (
        <Suspense>
          <RawReply run={run} onClose={() => setRaw(false)} />
        </Suspense>
      )}
    </section>
  )
}
