import { AsItCame } from '../as-it-came.tsx'
import type { RunResultProps } from '../run-result.tsx'

/** The sounds of a run. */
export const RunSound = ({ run }: RunResultProps) => <AsItCame run={run} />
