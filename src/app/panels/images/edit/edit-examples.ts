import { Moon, Sailboat, SunMedium } from 'lucide-react'
import type { MaskEditor } from '#media/mask/mask-editor.ts'
import type { Example } from '../../../tool/example-cards.tsx'
import { harbour } from './draw-harbour.ts'

/** An edit of the harbour. Without a mark the whole of it is reworked. */
export interface EditExample extends Example {
  readonly mark?: (mask: MaskEditor) => void
}

export const editExamples: readonly EditExample[] = [
  {
    icon: Sailboat,
    title: 'Put something in',
    prompt: 'A small red sailing boat on the still water',
    says: 'an ellipse on the water',
    mark: (mask) => mask.ellipse({ x: 170, y: 390, width: 300, height: 190 }, 255),
  },
  {
    icon: SunMedium,
    title: 'Change one part',
    prompt: 'A clear blue sky with small clouds',
    says: 'a rectangle over the sky',
    mark: (mask) => mask.rectangle({ x: 0, y: 0, width: harbour.width, height: 180 }, 255),
  },
  {
    icon: Moon,
    title: 'Rework it all',
    prompt: 'The same harbour by night, under the moon',
    says: 'no mask',
  },
]
