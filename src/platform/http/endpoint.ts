import type { TObject, TSchema } from 'typebox'
import type { Surface } from './operation.ts'

export type Endpoint = {
  path: string
  id: string
  summary: string
  description?: string
  surface: Surface
  tag: string
  query?: TObject
  body?: { type: string; schema: TObject }
  answers: Record<number, { description: string; schema?: TSchema; isPage?: true }>
}
