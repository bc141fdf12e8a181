import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { Callout } from '../../ui/callout.tsx'

/** What went wrong; nothing without words. */
export const ProblemLine = ({ words }: { readonly words: string | undefined }) =>
  words && (
    <p role="alert" className="basis-full text-danger text-xs">
      {words}
    </p>
  )

export const WarningLine = ({ children }: { readonly children: ReactNode }) => (
  <p className="flex gap-2 text-warning text-xs">
    <TriangleAlert size={14} className="mt-px shrink-0" />
    <span className="wrap-anywhere min-w-0">{children}</span>
  </p>
)

interface SendQuestionProps {
  readonly title: string
  readonly verb: string
  readonly onSend: () => void
  readonly onCancel: () => void
  /** What it costs. */
  readonly children: ReactNode
}

/** Asks once more before a press sends many requests, or some whose price is not known. */
export const SendQuestion = ({ title, verb, onSend, onCancel, children }: SendQuestionProps) => (
  <Callout tone="warning" urgent title={title}>
    <p className="wrap-anywhere text-soft text-xs">{children}. Each request may be billed.</p>
    <div className="flex flex-wrap gap-1 pt-0.5">
      <Button small className="px-2!" onClick={onSend}>
        {verb}
      </Button>
      <Button look="quiet" small className="px-2!" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  </Callout>
)
