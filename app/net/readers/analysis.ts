import { analysisAnswer, fits, type AnalysisAnswer } from 'atlas-engine/http';

export function isAnalysis(value: unknown): value is AnalysisAnswer {
  return fits(analysisAnswer, value);
}
