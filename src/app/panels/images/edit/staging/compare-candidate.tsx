import type { Run } from '../../../../run/run.ts'
import { pictureName } from '../../../../tool/results/picture-file.ts'
import type { Asset, ResultFile } from '../../../../tool/results/result-file.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { ComparePictures } from '../../../../view/media/compare/compare-pictures.tsx'
import { useGiven } from '../run-files.ts'

interface CompareCandidateProps {
  readonly run: Run
  readonly assets: readonly Asset[]
  /** The candidate with its own pixels. */
  readonly picture: ResultFile
  readonly onClose: () => void
}

const names = ['Original', 'Result'] as const

/** A candidate and what was sent, compared in the whole window. */
export function CompareCandidate({ run, assets, picture, onClose }: CompareCandidateProps) {
  const given = useGiven(run, assets)
  return (
    <Dialog title="Compare with the original" kind="full" open onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: no key of it reaches the canvas behind. */}
      <div onKeyDown={(event) => event.stopPropagation()}>
        {given?.base ? (
          <ComparePictures
            left={{ blob: given.base, type: given.base.type, size: given.base.size, name: 'what was sent' }}
            right={{ ...picture.file, name: pictureName(run, picture) }}
            names={names}
            mask={given.mask}
          />
        ) : (
          given && <p className="text-soft">The original is no longer available.</p>
        )}
      </div>
    </Dialog>
  )
}
