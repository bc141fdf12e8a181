export const painterNames = ['floor', 'ours', 'ours soft', 'ours without drawing', 'konva'] as const
export type PainterName = (typeof painterNames)[number]
