"""arpent surveys what a web site publishes about itself."""
