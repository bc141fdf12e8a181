import { useMemo } from 'react'
import { useProfiles } from './connection-context.ts'

/** All keys that this page knows: none of them may leave it in an export. */
export function useKnownKeys(): readonly string[] {
  const { all } = useProfiles()
  return useMemo(() => all.map(({ key }) => key).filter((key) => key !== ''), [all])
}
