import { Eye, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TrayPicture } from '../../../files/read-file.ts'
import { MaskCanvas, type StagedPicture } from '../../../mask/canvas/mask-canvas.tsx'
import type { MaskDocument } from '../../../mask/document/mask-document.ts'
import { Button, IconButton } from '../../../ui/button/button.tsx'
import { StagingBar } from './staging/staging-bar.tsx'
import type { OfferedResult, StagedCandidate } from './staging/use-staged.ts'
import type { EditTools } from './use-edit.ts'

interface EditCanvasProps {
  readonly tool: Pick<EditTools, 'session' | 'form' | 'area' | 'focusRequest'>
  readonly base: TrayPicture
  readonly mask: MaskDocument
  readonly staged: StagedCandidate | undefined
  readonly offered: OfferedResult | undefined
  readonly children?: ReactNode
}

export function EditCanvas({ tool, base, mask, staged, offered, children }: EditCanvasProps) {
  const { session, area, focusRequest } = tool
  const { form, model, card } = tool.form
  const suggested = form.fields.find(({ path }) => path === 'size')?.suggestions ?? []
  return (
    <MaskCanvas
      {...{ base, mask, focusRequest }}
      cuts={{ model, card, suggested, onCut: (cut, maskOf) => session.reframe(cut, maskOf) }}
      staged={staged && pictureOf(staged)}
      sent={area.plan?.frame}
      onTools={() => session.stage({ kind: 'worked' })}
      stagedBar={(view, focus) =>
        staged && (
          <StagingBar
            {...{ staged, view }}
            frame={base}
            onReference={(file) => void session.add([file])}
            onLeave={focus}
          />
        )
      }
      over={(focus) => (
        <div className="pointer-events-none absolute inset-x-2 bottom-2 grid grid-cols-1 justify-items-center gap-2">
          {children}
          {!staged && offered && <OfferBar offered={offered} onLeave={focus} />}
        </div>
      )}
    />
  )
}

function pictureOf({ candidate, pixels, at, count, step, accept, discard }: StagedCandidate): StagedPicture {
  const what = candidate.kind === 'preview' ? 'Preview' : 'Result'
  return {
    blob: pixels.status === 'ready' ? pixels.blob : undefined,
    name: count > 1 ? `${what} ${at + 1} of ${count}` : what,
    onCommand(command) {
      if (command === 'accept') void accept()
      else if (command === 'discard') discard()
      else step(command === 'next' ? 1 : -1)
    },
  }
}

interface OfferBarProps {
  readonly offered: OfferedResult
  readonly onLeave: () => void
}

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
