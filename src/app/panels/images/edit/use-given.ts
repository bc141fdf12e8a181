import { useMemo } from 'react'
import type { useAssets } from '../../../run/history/use-assets.ts'
import type { Run } from '../../../run/run.ts'
import { type Given, givenFiles } from './run-files.ts'

/** The picture and the mask that a run was given; undefined until they are read. The same answer for the same files. */
export function useGiven({ request, parts }: Run, assets: ReturnType<typeof useAssets>): Given | undefined {
  return useMemo(() => givenFiles({ request, ...(parts && { parts }) }, assets), [request, parts, assets])
}
