import { AsItCame } from '../as-it-came.tsx'
import type { RunResultProps } from '../run-result.tsx'

/** The previews of designed voices. */
export const RunVoices = ({ run }: RunResultProps) => <AsItCame run={run} />
