/** Owns the lists that covers are chosen from: eight compositions and six colour schemes. Their order is part of the drawings. */
import { drawDensity, drawLattice, drawLedger, drawWalks } from './cover-motifs-chance.ts';
import { drawCards, drawDice, drawQuarters, drawRings } from './cover-motifs-play.ts';
import type { Composition, Scheme } from './strokes.ts';

export const SCHEMES: readonly [Scheme, ...Scheme[]] = [
  { ground: '#e6dac0', quiet: '#d2c19b', second: '#2f6650', main: '#22303d', accent: '#b0442b' },
  { ground: '#1f5241', quiet: '#2e6653', second: '#7fa58e', main: '#ece2cb', accent: '#d8714f' },
  { ground: '#26353f', quiet: '#384a56', second: '#7d94a0', main: '#e8dcc3', accent: '#cf6243' },
  { ground: '#a5432c', quiet: '#b65a41', second: '#e0a488', main: '#f1e6d0', accent: '#26323c' },
  { ground: '#c4d0bd', quiet: '#adbda6', second: '#4c7a66', main: '#1e3a32', accent: '#b0442b' },
  { ground: '#d9b99a', quiet: '#c9a482', second: '#8f4a35', main: '#26323c', accent: '#1f5f4b' },
];

export const COMPOSITIONS: readonly [Composition, ...Composition[]] = [
  drawDensity,
  drawDice,
  drawQuarters,
  drawCards,
  drawWalks,
  drawRings,
  drawLattice,
  drawLedger,
];
