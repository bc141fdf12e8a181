import { CircleOff } from 'lucide-react'
import type { Run } from '../../run/run.ts'

interface NoResultProps {
  readonly run: Run
  readonly what: 'image' | 'video' | 'sound'
}

/** Shown if the router reported completion without any file. */
export function NoResult({ run: { status }, what }: NoResultProps) {
  if (status !== 'completed' && status !== 'unconfirmed') return null
  return (
    <p className="flex items-center gap-2 text-sm text-warning">
      <CircleOff size={16} className="shrink-0" />
      <span>The reply contains no {what}. See the inspector for its content.</span>
    </p>
  )
}
