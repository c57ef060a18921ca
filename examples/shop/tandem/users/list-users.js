export function onTest(req, res) {
  test('lists both users', () => {
    expect(res.json().users).toHaveLength(2);
  });
}
