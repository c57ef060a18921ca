export function onTest(req, res) {
  test('is accepted', () => {
    expect(res.status).toBe(201);
  });
}
