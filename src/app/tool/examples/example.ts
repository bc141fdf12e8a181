import type { LucideIcon } from 'lucide-react'
import type { JsonRecord } from '#contract/core/loose-json.ts'

/** Something to try with one press, as a card. */
export interface Example {
  readonly icon: LucideIcon
  readonly title: string
  readonly prompt: string
  readonly says?: string
  /** The build made one (`sampled-examples.ts`). */
  readonly preview?: 'picture' | 'sound'
}

export interface ToolExample extends Example {
  /** Fields beside the prompt; what is undefined is unset. */
  readonly settings?: JsonRecord
  /** What the image shows that a video begins with. The build makes it. */
  readonly firstFrame?: string
}
