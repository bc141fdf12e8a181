import type { ReactNode } from 'react'

const tones = {
  plain: 'border-line text-soft',
  cable: 'border-cable/50 text-cable',
  warning: 'border-warning/60 text-warning',
}

export function Badge({ tone = 'plain', children }: { tone?: keyof typeof tones; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1 whitespace-nowrap rounded-full border px-2 py-px text-2xs ${tones[tone]}`}
    >
      {children}
    </span>
  )
}
