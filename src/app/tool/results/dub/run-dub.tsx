import { AsItCame } from '../as-it-came.tsx'
import type { RunResultProps } from '../run-result.tsx'

/** A dub and its original. */
export const RunDub = ({ run }: RunResultProps) => <AsItCame run={run} />
