import { Eye, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { MaskEditor } from '#media/mask/mask-editor.ts'
import type { TrayPicture } from '../../../files/read-file.ts'
import { MaskCanvas, type StagedPicture } from '../../../mask/canvas/mask-canvas.tsx'
import { Button, IconButton } from '../../../ui/button/button.tsx'
import { StagingBar } from './staging/staging-bar.tsx'
import type { OfferedResult, StagedCandidate } from './staging/use-staged.ts'
import type { EditTools } from './use-edit.ts'
import { useMaskCuts } from './use-mask-cuts.ts'

interface EditCanvasProps {
  readonly tool: EditTools
  readonly base: TrayPicture
  readonly mask: MaskEditor
  readonly staged: StagedCandidate | undefined
  readonly offered: OfferedResult | undefined
  /** Laid over the foot of the canvas, above its bar. */
  readonly children?: ReactNode
}

/** Base and mask, or the candidate that stands in their place; its bar, or the offer of a new result. */
export function EditCanvas({ tool, base, mask, staged, offered, children }: EditCanvasProps) {
  const { session, tasks, focusWish } = tool
  const cuts = useMaskCuts(tool)
  return (
    <MaskCanvas
      {...{ base, mask, tasks, focusWish, ...cuts }}
      staged={staged && pictureOf(staged)}
      sent={tool.area.plan?.frame}
      onWork={() => session.staging.tell({ kind: 'worked' })}
      stagedBar={(desk, focus) => staged && <StagingBar {...{ staged, session, desk }} frame={base} onLeave={focus} />}
      over={(focus) => (
        <div className="pointer-events-none absolute inset-x-2 bottom-2 grid grid-cols-1 justify-items-center gap-2">
          {children}
          {!staged && offered && <OfferBar offered={offered} onLeave={focus} />}
        </div>
      )}
    />
  )
}

/** The candidate as the canvas takes it. */
function pictureOf({ candidate, pixels, at, count, step, accept, discard }: StagedCandidate): StagedPicture {
  const what = candidate.kind === 'preview' ? 'Preview' : 'Result'
  return {
    blob: pixels.status === 'ready' ? pixels.blob : undefined,
    name: count > 1 ? `${what} ${at + 1} of ${count}` : what,
    onWord(word) {
      if (word === 'accept') void accept()
      else if (word === 'discard') discard()
      else step(word === 'next' ? 1 : -1)
    },
  }
}

interface OfferBarProps {
  readonly offered: OfferedResult
  readonly onLeave: () => void
}

/** A result that came while the mask was being painted: it is shown by a press. */
function OfferBar({ offered: { show, dismiss }, onLeave }: OfferBarProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields; here are buttons.
    <div
      role="group"
      aria-label="New result"
      className="pointer-events-auto flex items-center gap-1 rounded-md border border-line bg-raised p-1 shadow-float"
    >
      <span className="px-2 text-xs">New result</span>
      <Button
        look="primary"
        small
        icon={<Eye size={16} />}
        onClick={() => {
          show()
          onLeave()
        }}
      >
        Show on canvas
      </Button>
      <IconButton
        name="Dismiss"
        icon={<X size={16} />}
        onClick={() => {
          dismiss()
          onLeave()
        }}
      />
    </div>
  )
}
