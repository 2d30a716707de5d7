import { Document, isCollection, isMap, isPair, isScalar, type ToStringOptions } from 'yaml'

const LONGEST_ON_ONE_LINE = 400

const STYLE: ToStringOptions = { indentSeq: false, lineWidth: 0, flowCollectionPadding: false }

const isScalarOrReference = (item: unknown): boolean => {
  const value = isPair(item) ? item.value : item
  return isScalar(value) ? !isPair(item) : isMap(value) && value.has('$ref')
}

/** Returns the length as JSON, and puts short nodes and lists of values or references on one line. */
const layOut = (node: unknown): number => {
  if (!isCollection(node)) return JSON.stringify(node).length
  const lengths = node.items.map(item =>
    isPair(item) ? layOut(item.key) + 1 + layOut(item.value) : layOut(item),
  )
  const length = lengths.reduce((sum, one) => sum + one, 2 + Math.max(lengths.length - 1, 0))
  node.flow = length <= LONGEST_ON_ONE_LINE || node.items.every(isScalarOrReference)
  return length
}

/** Quotes what YAML 1.1 readers, such as PyYAML, take for something else: Yes, No, 250_500_100, 2026-01-01. */
export const contractYaml = (value: object): string => {
  const document = new Document(value, { version: '1.1', aliasDuplicateObjects: false })
  layOut(document.contents)
  return document.toString(STYLE)
}
