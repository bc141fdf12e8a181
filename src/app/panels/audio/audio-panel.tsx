import { ToolPanel } from '../../tool/tool-panel.tsx'
import { DubbingTool } from './dubbing/dubbing-tool.tsx'
import { SoundEffectsTool } from './effects/sound-effects-tool.tsx'
import { MusicTool } from './music/music-tool.tsx'
import { VoiceChangeTool } from './recording/voice-change-tool.tsx'
import { VoiceIsolationTool } from './recording/voice-isolation-tool.tsx'
import { SpeechTool } from './speech/speech-tool.tsx'
import { TranscriptionTool } from './transcription/transcription-tool.tsx'
import { VoiceDesignTool } from './voice-design/voice-design-tool.tsx'

const views = {
  'audio.speech': SpeechTool,
  'audio.transcriptions': TranscriptionTool,
  'audio.voice-design': VoiceDesignTool,
  'audio.voice-change': VoiceChangeTool,
  'audio.dubbing': DubbingTool,
  'audio.music': MusicTool,
  'audio.sound-generation': SoundEffectsTool,
  'audio.voice-isolation': VoiceIsolationTool,
}

/** Speech, transcripts, voices, music and sounds: the tools are drawn from the registry, with what is their own beside their entries. */
export const AudioPanel = () => <ToolPanel panel="audio" views={views} />
