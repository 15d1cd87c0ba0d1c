"""Synthesis, training, export and evaluation; never imported by the station."""
