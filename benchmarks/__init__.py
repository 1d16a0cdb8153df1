"""Benchmarks as ratios: arpent, its peers and the limit, in one interleaved run."""
