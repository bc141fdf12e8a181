import type { Mount } from './contender.ts'

const contenders = {
  'floor-blocks': () => import('./floor-blocks.ts'),
  'floor-lines': () => import('./floor-lines.ts'),
  ours: () => import('./ours.ts'),
  'ours-plain': () => import('./ours-plain.ts'),
  streamdown: () => import('./streamdown.tsx'),
  'streamdown-code': () => import('./streamdown-code.tsx'),
  'markdown-memo': () => import('./markdown-memo.tsx'),
}

export type ContenderName = keyof typeof contenders

/** Loads one contender and nothing of the others. */
export async function loadContender(name: ContenderName): Promise<Mount> {
  return (await contenders[name]()).mount
}
