import type { Confidence } from '../../../platform/values/sourced.ts'

export const CONFIDENCE_LABELS: Readonly<Record<Confidence, { words: string; tone: string }>> = {
  low: { words: 'A guess', tone: 'warning' },
  medium: { words: 'Probably right', tone: 'info' },
  high: { words: 'Almost certain', tone: 'success' },
}
