import { ToolPanel } from '../../tool/tool-panel.tsx'
import { MusicTool, SoundEffectsTool, TranscriptionTool } from './audio-views.tsx'
import { DubbingTool } from './dubbing/dubbing-tool.tsx'
import { SpeechTool } from './speech/speech-tool.tsx'
import { VoiceDesignTool } from './voice-design/voice-design-tool.tsx'

const views = {
  'audio.speech': SpeechTool,
  'audio.transcriptions': TranscriptionTool,
  'audio.voice-design': VoiceDesignTool,
  'audio.dubbing': DubbingTool,
  'audio.music': MusicTool,
  'audio.sound-generation': SoundEffectsTool,
}

/** Speech, transcripts, voices, music and sounds: the tools are drawn from the registry, five of them with more beside their entries. */
export const AudioPanel = () => <ToolPanel panel="audio" views={views} />
