import { X } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import type { Run } from '../../../run/run.ts'
import { pictureName } from '../../../tool/results/picture-file.ts'
import type { Drawn } from '../../../tool/results/slots.ts'
import { IconButton } from '../../../ui/button.tsx'
import { ComparePictures } from '../../../view/media/compare-pictures.tsx'
import type { RunAssets } from './candidate.ts'
import { useGiven } from './run-files.ts'

interface CompareCandidateProps {
  readonly run: Run
  readonly assets: RunAssets
  /** The candidate with its own pixels. */
  readonly picture: Drawn
  readonly onClose: () => void
}

const names = ['Original', 'Result'] as const

/** A candidate and what was sent, over each other, in the whole window. */
export function CompareCandidate({ run, assets, picture, onClose }: CompareCandidateProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const given = useGiven(run, assets)
  // `close()` before unmount restores the focus.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-label="Compare with the original"
      onClose={onClose}
      onKeyDown={(event) => event.stopPropagation()}
      className="fixed inset-0 m-0 h-dvh max-h-none w-screen max-w-none flex-col overflow-hidden bg-ground p-0 text-ink open:flex"
    >
      <header className="flex shrink-0 items-center justify-between border-line border-b bg-surface py-2 pr-3 pl-5">
        <h2 className="font-semibold text-base">Compare with the original</h2>
        <IconButton
          name="Close"
          icon={<X size={18} strokeWidth={1.5} aria-hidden="true" />}
          onClick={() => dialog.current?.close()}
        />
      </header>
      <div className="@container min-h-0 flex-1 overflow-y-auto overscroll-contain p-4 md:px-6">
        <div className="mx-auto w-fit max-w-full">
          {given?.base ? (
            <ComparePictures
              left={{ blob: given.base, type: given.base.type, size: given.base.size, name: 'what was sent' }}
              right={{ ...picture.file, name: pictureName(run, picture) }}
              names={names}
              mask={given.mask}
              look="max-h-[max(14rem,calc(100dvh-16rem))]"
            />
          ) : (
            given && <p className="text-soft">The original is no longer available.</p>
          )}
        </div>
      </div>
    </dialog>
  )
}
