import { listenTo, type SoundListener } from '../client/worker/sound-listeners.ts'

/**
 * Takes the sound of a run while it arrives: all bytes so far, then each piece. Only the page that streams the run has any. To be called once
 * a run, also before it is sent.
 */
export const listenToRun = (id: string, listener: SoundListener): void => listenTo(id, listener)
