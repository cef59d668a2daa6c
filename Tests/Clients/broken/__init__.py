"""Clients with one typical mistake each, for the judge to find."""
