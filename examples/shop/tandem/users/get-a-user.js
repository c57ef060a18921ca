export function onTest(req, res) {
  test('has the name', () => {
    expect(res.json().name).toBe(req.variables.name ?? 'Ada');
  });
}
