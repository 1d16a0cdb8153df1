"""The one gate to the network: pace, guard, client."""
