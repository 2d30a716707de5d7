export type Frame = { width: number; height: number; endsAt: number }
