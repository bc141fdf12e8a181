import type { ReactNode } from 'react'
import { Boundary, type BoundaryProps, type Broken } from './boundary.tsx'
import { Button } from './button/button.tsx'
import { Callout } from './callout.tsx'
import { MissingCode } from './late-code.ts'

interface MissingNoteProps extends Pick<Broken, 'again'> {
  readonly error: MissingCode
  readonly children?: ReactNode
}

export const reload = () => location.reload()

/** In place of what could not be loaded: why, and what to do. */
export const MissingNote = ({ error, again, children }: MissingNoteProps) => (
  <Callout tone="warning" urgent title={error.message}>
    {children}
    <div className="flex flex-wrap gap-2 pt-1">
      {error.why === 'updated' && (
        <Button look="primary" onClick={reload}>
          Reload
        </Button>
      )}
      <Button onClick={again}>Try again</Button>
    </div>
  </Callout>
)

/** In place of a part that could not be rendered: why its code is missing, else `title`. */
export const BrokenNote = ({ error, again, title }: Broken & { readonly title: string }) =>
  error instanceof MissingCode ? (
    <MissingNote error={error} again={again} />
  ) : (
    <Callout tone="danger" title={title}>
      <Button onClick={again}>Try again</Button>
    </Callout>
  )

/** Around what opens over the page, such as a menu or a dialog: where its code is missing, a note over the page says so. */
export const OverPage = ({ of, children }: Pick<BoundaryProps, 'of' | 'children'>) => (
  <Boundary
    of={of}
    fallback={({ error, again }) => {
      if (!(error instanceof MissingCode)) throw error
      return (
        <div className="fixed inset-x-4 top-4 z-30 mx-auto w-fit text-left">
          <MissingNote error={error} again={again} />
        </div>
      )
    }}
  >
    {children}
  </Boundary>
)
