import type { MountList } from './contender.ts'

const contenders = {
  floor: () => import('./floor.ts'),
  ours: () => import('./ours.tsx'),
  tanstack: () => import('./tanstack.tsx'),
}

export type ListName = keyof typeof contenders

export const loadList = async (name: ListName): Promise<MountList> => (await contenders[name]()).mount
