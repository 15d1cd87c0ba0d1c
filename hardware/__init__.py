"""Cameras, processes and the command line; the only room that sees all others."""
