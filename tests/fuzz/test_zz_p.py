from hypothesis import settings
def test(): print(settings.default)
