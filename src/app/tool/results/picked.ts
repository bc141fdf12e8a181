import { useMemo, useState } from 'react'
import { mediaKind } from '#media/media-type.ts'
import type { Run } from '../../run/run.ts'
import type { ResultFile } from './result-file.ts'

/** A file that is compared with others, of its run or of other runs. */
export interface PickedFile extends ResultFile {
  readonly run: Run
}

const nouns = { image: 'image', video: 'video', audio: 'sound' }

export const nounOf = ({ type }: { readonly type: string }): string => nouns[mediaKind(type) ?? 'image']

export interface Comparing {
  readonly isChosen: (run: Run, file: ResultFile) => boolean
  readonly flip: (run: Run, file: ResultFile) => void
}

export interface RunResultProps {
  readonly run: Run
  /** Set where files of several runs can be selected for comparison. */
  readonly comparing?: Comparing | undefined
}

export interface Picked extends Comparing {
  readonly files: readonly PickedFile[]
  readonly clear: () => void
}

/** Maximum of files side by side; more would be too small. */
const most = 4

const isSame = (one: PickedFile, run: Run, { place }: ResultFile) => one.run.id === run.id && one.place === place

/** The selected files, at most four and of one kind. The object keeps its identity until the selection changes. */
export function usePicked(): Picked {
  const [files, setFiles] = useState<readonly PickedFile[]>([])
  return useMemo(
    () => ({
      files,
      clear: () => setFiles([]),
      isChosen: (run, file) => files.some((one) => isSame(one, run, file)),
      flip: (run, file) =>
        setFiles((before) => {
          if (before.some((one) => isSame(one, run, file))) return before.filter((one) => !isSame(one, run, file))
          const alike = before.filter((one) => nounOf(one.file) === nounOf(file.file))
          return [...alike, { ...file, run }].slice(-most)
        }),
    }),
    [files],
  )
}
