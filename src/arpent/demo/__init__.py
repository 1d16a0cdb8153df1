"""Simulated sites over real HTTP on loopback: the demo, and the farm of the tests."""
