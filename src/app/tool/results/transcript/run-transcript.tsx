import { AsItCame } from '../as-it-came.tsx'
import type { RunResultProps } from '../run-result.tsx'

/** A transcript and its recording. */
export const RunTranscript = ({ run }: RunResultProps) => <AsItCame run={run} />
