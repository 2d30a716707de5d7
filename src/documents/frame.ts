/** What the headers of a picture say: its size, and where it ends. Nothing is decoded. */
export type Frame = { width: number; height: number; endsAt: number }
