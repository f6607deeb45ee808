"""The drawings behind the icons, a file for each subject."""
