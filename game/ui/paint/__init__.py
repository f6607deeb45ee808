"""Drawing without pictures: shading in numpy, vector shapes by coverage, all cached as pygame surfaces."""
