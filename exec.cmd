@rem For the scripts of npm in the shell of Windows: the others replace themselves by what exec names.
@%*
