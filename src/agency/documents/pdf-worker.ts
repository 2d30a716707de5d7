import { parentPort, workerData } from 'node:worker_threads'
import { type PdfTask, readPdfBytes } from './pdf-reading.ts'

parentPort?.postMessage(await readPdfBytes((workerData as PdfTask).bytes))
