export const waveNames = ['floor', 'ours', 'wavesurfer'] as const
export type WaveName = (typeof waveNames)[number]
