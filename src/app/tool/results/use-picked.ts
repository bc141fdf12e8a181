import { useMemo, useState } from 'react'
import type { Run } from '../../run/run.ts'
import type { Comparing } from './run-pictures.tsx'
import type { Drawn } from './slots.ts'

export interface PickedPicture {
  readonly run: Run
  readonly picture: Drawn
}

export interface Picked extends Comparing {
  /** In the order in which they were chosen. */
  readonly pictures: readonly PickedPicture[]
  readonly clear: () => void
}

/** More at once would be too small to be compared. */
const most = 4

const isSame = (one: PickedPicture, run: Run, picture: Drawn) =>
  one.run.id === run.id && one.picture.place === picture.place

/** The pictures that were chosen to be compared. A fifth takes the place of the first. Keeps its identity until another is chosen. */
export function usePicked(): Picked {
  const [pictures, setPictures] = useState<readonly PickedPicture[]>([])
  return useMemo(
    () => ({
      pictures,
      clear: () => setPictures([]),
      isChosen: (run, picture) => pictures.some((one) => isSame(one, run, picture)),
      flip: (run, picture) =>
        setPictures((before) => {
          const others = before.filter((one) => !isSame(one, run, picture))
          return others.length < before.length ? others : [...others, { run, picture }].slice(-most)
        }),
    }),
    [pictures],
  )
}
