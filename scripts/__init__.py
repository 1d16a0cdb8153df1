"""What is generated from the code: pages of the reference, and one picture."""
