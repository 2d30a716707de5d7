import { capitalized } from '../../platform/lib/name-words.ts'
import type { DescribedService } from './openapi.ts'

export type DescribedOperation = {
  id: string
  tag: string
  method: string
  path: string
  summary: string
  description: string | null
  credential: string
  open: boolean
}

export type DescribedGroup = { tag: string; title: string; operations: DescribedOperation[] }

const TITLES: Record<string, string> = { key: 'Operator keys', oauth: 'OAuth and agent identity' }

export const titleOf = (tag: string): string => TITLES[tag] ?? capitalized(tag.replaceAll('-', ' '))

const describedOperations = ({ rows }: DescribedService): DescribedOperation[] =>
  rows.map(({ operation, guard, tag, method, path }) => ({
    id: operation.id,
    tag,
    method,
    path,
    summary: operation.summary,
    description: operation.description ?? null,
    credential: guard.credential,
    open: guard.scheme === null,
  }))

export const operationsByTag = (described: DescribedService): DescribedGroup[] => {
  const operations = describedOperations(described)
  return [...new Set(operations.map(({ tag }) => tag))].map(tag => ({
    tag,
    title: titleOf(tag),
    operations: operations.filter(operation => operation.tag === tag),
  }))
}

export const publishedDocuments = ({ documents }: DescribedService): { path: string; summary: string }[] =>
  documents.flatMap(({ path, contract }) => (contract ? [{ path, summary: contract.summary }] : []))

export const hasPage = ({ documents }: DescribedService, path: string): boolean =>
  documents.some(document => document.path === path)
